/**
 * Editor of a series. A click on its sparkline opens a chart, in which the series can be scaled, shifted and pasted.
 */

import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Field, sends } from '../parts/form.tsx';
import { exact } from '../parts/format.ts';
import { numbersIn, seriesText, shaped } from './series.ts';

interface SeriesEditorProps {
  readonly label: string;
  /** The series as numbers separated by commas. */
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}

export function SeriesEditor({ label, value, isWrong, onChange }: SeriesEditorProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Spark value={value} />
        <span class="unseen"> {label}</span>
      </summary>
      {isOpen && <Opened label={label} value={value} isWrong={isWrong} onChange={onChange} />}
    </details>
  );
}

function Opened({ label, value, isWrong, onChange }: SeriesEditorProps) {
  const [factor, setFactor] = useState('1');
  const [later, setLater] = useState('0');
  const values = useMemo(() => numbersIn(value) ?? [], [value]);
  const isChanged = Number(factor) !== 1 || Number(later) !== 0;
  const next = useMemo(() => shaped(values, Number(factor), Number(later)), [values, factor, later]);
  const option = useMemo(
    () =>
      hourChart({
        unit: 'MW',
        series: [
          { name: 'Now', values, as: 'step', color: 'ink', isDashed: isChanged },
          ...(isChanged ? [{ name: 'Changed', values: next, as: 'step' } as const] : []),
        ],
      }),
    [values, next, isChanged],
  );
  return (
    <div class="series">
      <Chart label={`${label}, hour by hour`} option={option} height={180} />
      <form
        class="fields"
        onSubmit={sends(() => {
          onChange(seriesText(next));
          setFactor('1');
          setLater('0');
        })}
      >
        <Field label="Scale by" type="number" step="any" value={factor} onValue={setFactor} />
        <Field label="Shift by, h" type="number" step={1} value={later} onValue={setLater} />
        <button type="submit" disabled={!isChanged || !numbersIn(seriesText(next))}>
          Apply
        </button>
      </form>
      <textarea
        aria-label={label}
        aria-invalid={isWrong ? true : undefined}
        placeholder="Paste a spreadsheet column"
        spellcheck={false}
        defaultValue={values.length > 0 ? seriesText(values, '\n') : value}
        key={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** Sparkline of a series. `value`: numbers separated by commas. */
export function Spark({ value }: { readonly value: string }) {
  const values = numbersIn(value)?.filter(Number.isFinite) ?? [];
  const [first = 0] = values;
  const least = values.reduce((a, b) => Math.min(a, b), first);
  const most = values.reduce((a, b) => Math.max(a, b), first);
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  if (values.length === 0) return <>{value === '' ? '–' : value}</>;
  const points = values.map((each, hour) => {
    const [x, y] = [hour / Math.max(1, values.length - 1), (high - each) / (high - low || 1)];
    return `${96 * x},${1 + 22 * y}`;
  });
  return (
    <>
      <svg class="spark" viewBox="0 0 96 24" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>{' '}
      {exact(least)} to {exact(most)}
    </>
  );
}
