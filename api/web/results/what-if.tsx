/**
 * Panel for what-ifs. The user scales a load, Pmax or a rating, or takes a unit out of service. The service answers
 * with an interval of the new cost, which becomes narrower while the case is being solved. A new question cancels the
 * previous one.
 */
import { useMemo, useRef, useState } from 'preact/hooks';
import { largestOf, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, ProblemNotice } from '../parts/elements.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { periodName } from '../parts/interval.ts';
import { usePlace } from '../parts/router.ts';
import { hourlySums, rowNamed } from './matrix.ts';
import type { Case } from './pack.ts';
import { Fields } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';
import { useAnswer } from './what-if-answer.ts';
import { AnswerView } from './what-if-shown.tsx';
import { changeOf, type Draft, percentProblem } from './what-if-words.ts';

type Given = Pick<Case, 'loads' | 'generators' | 'transmission_lines' | 'horizon'>;
const KINDS = [
  ['load', 'A load'],
  ['unit', 'Pmax of a unit'],
  ['out', 'A unit is out'],
  ['line', 'Rating of a line'],
] as const;
const MOST_PERCENT = 200;
/** Length of dragging that changes the value by one percent, px. */
const DRAG = 2;

export const WhatIf = (shown: ResultViewProps) => (
  <Fields
    jobId={shown.job.job_id}
    result={[]}
    given={['loads', 'generators', 'transmission_lines', 'horizon']}
  >
    {(_, given) => <WhatIfForm {...shown} given={given} />}
  </Fields>
);

/** Job whose case is changed. */
type Base = Pick<ResultViewProps, 'job' | 'summary'>;

function WhatIfForm({ job, summary, given }: Base & { readonly given: Given }) {
  const hours = given.horizon;
  const { change: kindInAddress, name = '*', percent = '100' } = usePlace().query;
  const [draft, setDraft] = useState<Draft>({
    kind: KINDS.find(([kind]) => kind === kindInAddress)?.[0] ?? 'load',
    ...{ name, percent: Number(percent) },
    ...{ from: 0, to: hours - 1 },
  });
  const names = namesOf(draft.kind, given);
  const change = JSON.stringify(changeOf(draft, hours));
  const { answer, problem, isAsking } = useAnswer(job.job_id, change);
  const set = (more: Partial<Draft>): void => setDraft((before) => ({ ...before, ...more }));
  const kinds = KINDS.filter(([kind]) => namesOf(kind, given).length > 0);
  return (
    <Card title="What if?">
      <p>
        Change a value: first a proven range of the new cost appears, then the exact figure. This job does not
        change.
      </p>
      <div class="fields">
        <Choice
          label="Change"
          value={draft.kind}
          options={kinds}
          onValue={(kind) =>
            set({ kind, name: namesOf(kind, given)[0] ?? '', percent: kind === 'out' ? 0 : 100 })
          }
        />
        <Choice
          label="Which"
          value={draft.name}
          options={names.map((name) => [name, name === '*' ? 'All loads' : name] as const)}
          onValue={(name) => set({ name })}
        />
        {draft.kind !== 'line' && (
          <>
            <HourChoice
              label="First hour"
              hour={draft.from}
              hours={hours}
              onHour={(from) => set({ from, to: Math.max(from, draft.to) })}
            />
            <HourChoice
              label="Last hour"
              hour={draft.to}
              hours={hours}
              onHour={(to) => set({ to, from: Math.min(to, draft.from) })}
            />
          </>
        )}
      </div>
      <Curve draft={draft} given={given} onPercent={(value) => set({ percent: value })} />
      {draft.kind !== 'out' && (
        <div class="fields">
          <div class="field">
            <label for="what-if-share">Scale</label>
            <input
              id="what-if-share"
              type="range"
              min={0}
              max={MOST_PERCENT}
              value={draft.percent}
              aria-valuetext={`${draft.percent} %`}
              onInput={({ currentTarget }) => set({ percent: Number(currentTarget.value) })}
            />
          </div>
          <Field
            label="Scale, %"
            type="number"
            min={0}
            step="any"
            value={Number.isNaN(draft.percent) ? '' : String(draft.percent)}
            error={percentProblem(draft.percent) ?? problem?.fields[0]?.msg}
            onValue={(value) => set({ percent: value.trim() === '' ? Number.NaN : Number(value) })}
          />
        </div>
      )}
      {problem && (draft.kind === 'out' || problem.fields.length === 0) && (
        <ProblemNotice problem={problem} />
      )}
      <p role="status" class="quiet">
        {isAsking ? 'Asking…' : !answer && !problem && 'No change yet.'}
      </p>
      {answer && <AnswerView job={job} summary={summary} answer={answer} />}
    </Card>
  );
}

const namesOf = (
  kind: Draft['kind'],
  { loads, generators, transmission_lines: lines = [] }: Given,
): readonly string[] => {
  if (kind === 'load') return loads.names.length > 0 ? ['*', ...loads.names] : [];
  if (kind === 'unit' || kind === 'out') return generators.map(({ name }) => name);
  return lines.filter(({ rating_mw }) => largestOf(rating_mw) > 0).map(({ id }) => id);
};

interface HourChoiceProps {
  readonly label: string;
  readonly hour: number;
  readonly hours: number;
  readonly onHour: (hour: number) => void;
}

const HourChoice = ({ label, hour, hours, onHour }: HourChoiceProps) => (
  <Choice
    label={label}
    value={String(hour)}
    options={Array.from({ length: hours }, (_, t) => [String(t), periodName(t)] as const)}
    onValue={(value) => onHour(Number(value))}
  />
);

interface CurveProps {
  readonly draft: Draft;
  readonly given: Given;
  readonly onPercent: (percent: number) => void;
}

/** Chart of present and changed values. Vertical dragging scales the values, like the slider. */
function Curve({ draft, given, onPercent }: CurveProps) {
  const { kind, name, percent: share, from, to } = draft;
  const now = useMemo(() => seriesOf(kind, name, given), [kind, name, given]);
  const option = useMemo(() => {
    const isChanged = (t: number): boolean => kind === 'line' || (t >= from && t <= to);
    const factor = percentProblem(share) ? 1 : share / 100;
    const then = Array.from(now, (mw, t) => (isChanged(t) ? mw * factor : mw));
    return hourChart({
      unit: 'MW',
      series: [
        { name: 'Now', values: now, as: 'step', color: 'ink', isDashed: true },
        { name: 'Changed', values: then, as: 'step' },
      ],
    });
  }, [now, kind, share, from, to]);
  const drag = useRef<{ readonly y: number; readonly share: number }>(undefined);
  const end = () => {
    drag.current = undefined;
  };
  return (
    <div
      class="scales"
      onPointerDown={(event) => {
        if (kind === 'out') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { y: event.clientY, share: Number.isNaN(share) ? 100 : share };
      }}
      onPointerMove={({ clientY }) => {
        const start = drag.current;
        if (start)
          onPercent(
            Math.round(Math.min(MOST_PERCENT, Math.max(0, start.share + (start.y - clientY) / DRAG))),
          );
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Chart label={`Values by hour: now and at ${share} %`} option={option} height={200} />
    </div>
  );
}

function seriesOf(kind: Draft['kind'], name: string, given: Given): ArrayLike<number> {
  if (kind === 'load') return name === '*' ? hourlySums(given.loads) : rowNamed(given.loads, name);
  const mw =
    kind === 'line'
      ? given.transmission_lines?.find(({ id }) => id === name)?.rating_mw
      : given.generators.find((each) => each.name === name)?.p_max;
  return Array.from({ length: given.horizon }, (_, hour) => valueAt(mw, hour) ?? 0);
}
