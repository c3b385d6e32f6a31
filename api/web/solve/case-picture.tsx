/** Overview of a case: key figures, and the capacity of each kind of generation compared with the load. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { type HourSeries, hourChart } from '../charts/hour-chart.ts';
import { Figure } from '../parts/elements.tsx';
import { count, counted, power } from '../parts/format.ts';
import { countIn, lengthOf, periodName } from '../parts/interval.ts';
import type { Outline } from './case-model.ts';
import { type Capacity, type Picture, tightestOf } from './picture.ts';

const HEIGHT = 260;
const DASHED = { as: 'step', color: 'ink', isDashed: true } as const;

function seriesOf({ load, reserve, kinds }: Picture): HourSeries[] {
  const withReserve = load.map((mw, hour) => mw + (reserve[hour] ?? 0));
  return [
    ...kinds.map(({ text, color, values }) => ({ name: text, color, values, as: 'area' }) as const),
    { name: 'Load', values: load, as: 'step', color: 'ink' },
    ...(reserve.some((mw) => mw > 0) ? [{ name: 'Load and reserve', values: withReserve, ...DASHED }] : []),
  ];
}

export function CasePicture({ outline }: { readonly outline: Outline }) {
  const { picture, counts, buses, horizon, interval, start, contingencies } = outline;
  countIn({ interval_minutes: interval, start_time: start });
  const option = useMemo(() => hourChart({ unit: 'MW', series: seriesOf(picture) }), [picture]);
  const tightest = tightestOf(picture);
  const capacity = picture.kinds.reduce((sum, { mw }) => sum + mw, 0);
  const peak = picture.load.reduce((most, mw) => Math.max(most, mw), 0);
  return (
    <>
      <dl class="figures">
        <Figure name="Horizon" value={lengthOf(count(horizon), interval)} />
        <Figure
          name="Network"
          value={counted(buses, 'bus', 'buses')}
          note={`${counted(counts['transmission_lines'] ?? 0, 'line')}, ${counted(contingencies, 'contingency', 'contingencies')}`}
        />
        <Figure name="Capacity" value={power(capacity)} />
        <Figure name="Peak load" value={power(peak)} />
        {tightest && (
          <Figure
            name={tightest.mw < 0 ? 'Largest shortfall' : 'Tightest margin'}
            value={power(Math.abs(tightest.mw))}
            note={periodName(tightest.hour)}
          />
        )}
      </dl>
      <div class="beside">
        <Chart
          label={`Available capacity by kind against the load; peak load ${power(peak)} of ${power(capacity)}`}
          option={option}
          height={HEIGHT}
        />
        <Kinds kinds={picture.kinds} />
      </div>
    </>
  );
}

function Kinds({ kinds }: { readonly kinds: readonly Capacity[] }) {
  const most = kinds.reduce((largest, { mw }) => Math.max(largest, mw), 1);
  return (
    <ul class="plain bars" aria-label="Capacity by kind">
      {kinds.toReversed().map(({ kind, text, color, units, mw }) => (
        <li key={kind}>
          <span>
            {kind === 'other' ? `${counted(units, 'unit')}, fuel not given` : `${count(units)} ${text}`}
          </span>
          <i style={{ background: color, width: `${(100 * mw) / most}%` }} />
          <span>{power(mw)}</span>
        </li>
      ))}
    </ul>
  );
}
