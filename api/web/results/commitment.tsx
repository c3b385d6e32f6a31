/** Which units are online when, where they start, and the day of one of them. */

import { useMemo } from 'preact/hooks';
import { named } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Card, Loaded } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { count } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourlySums, largest, type Matrix, matrixOf, smallest, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result, Unit } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { UnitHours } from './unit-hours.tsx';
import type { ResultViewProps } from './view.ts';

const STATES = named(0, [
  ['off', [205, 212, 219]],
  ['on', [0, 114, 178]],
  ['starts', [230, 159, 0], '▲'],
]);

export function Commitment({ job: { job_id: jobId } }: ResultViewProps) {
  const result = useResult(jobId, ['commitment', 'startup', 'dispatch_mw']);
  const given = useCase(jobId, ['generators']);
  return (
    <Loaded load={result}>
      {(schedule) => (
        <Loaded load={given}>
          {({ generators }) => <Schedule schedule={schedule} units={generators} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ScheduleProps {
  readonly schedule: Pick<Result, 'commitment' | 'startup' | 'dispatch_mw'>;
  readonly units: readonly Unit[];
}

function Schedule({ schedule, units }: ScheduleProps) {
  const { query } = usePlace();
  const { commitment, startup } = schedule;
  const states = useMemo(() => withStarts(commitment, startup), [commitment, startup]);
  const words = useMemo(() => inWords(commitment, startup), [commitment, startup]);
  const chosen = units.find(({ name }) => name === query['unit']);
  const show = (name: string | undefined): void => setQuery({ unit: name }, { replace: true });
  return (
    <>
      <Card title="Commitment">
        <p>{words}</p>
        <HeatMap
          label={words}
          {...states}
          scale={STATES}
          format={(value) => STATES.words?.[value] ?? ''}
          selected={
            chosen && { row: states.names.indexOf(chosen.name), hour: Number(query['hour'] ?? 0) || 0 }
          }
          onSelect={({ row, hour }) => setQuery({ unit: states.names[row], hour }, { replace: true })}
        />
        <Numbers caption="0 off, 1 on, 2 starts" head="Unit" matrix={states} ask="unit" />
      </Card>
      <Card title="One unit">
        <Finder label="Unit" names={states.names} value={chosen?.name} onValue={show} />
        {chosen ? (
          <UnitHours unit={chosen} schedule={schedule} />
        ) : (
          <p>Choose a unit here or in the map to see its output, limits and cost.</p>
        )}
      </Card>
    </>
  );
}

/** 2 in the hours of a start. */
const withStarts = (commitment: Matrix, startup: Matrix): Matrix => {
  const rows = new Map(startup.names.map((name, row) => [name, row]));
  const values = commitment.values.map((on, i) => {
    const row = rows.get(commitment.names[Math.floor(i / commitment.hours)] ?? '') ?? -1;
    return on + (startup.values[row * startup.hours + (i % commitment.hours)] ?? 0);
  });
  return { ...commitment, values };
};

function inWords(commitment: Matrix, startup: Matrix): string {
  const online = matrixOf([['online', hourlySums(commitment)]]);
  const [most, least] = [largest(online), smallest(online)];
  const starts = matrixOf(
    startup.names.map((name, row) => [
      name,
      [sum(startup.values.subarray(row * startup.hours, (row + 1) * startup.hours))],
    ]),
  );
  const busiest = largest(starts);
  const started = sum(startup.values);
  const many =
    busiest && busiest.value > 1 ? `; ${busiest.name} starts most often: ${busiest.value} times` : '';
  return `Of ${count(commitment.names.length)} units ${count(most?.value)} are online in ${periodName(most?.hour)}, the most, and ${count(least?.value)} in ${periodName(least?.hour)}, the fewest; there are ${count(started)} starts${many}.`;
}
