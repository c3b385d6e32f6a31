/** What each unit gives, which are online when, where they start, and the day of one of them. */

import { useMemo } from 'preact/hooks';
import { Card, Loaded } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { count } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourlySums, largest, type Matrix, matrixOf, NONE, rowOf, smallest, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result, Unit } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { UnitHours } from './unit-hours.tsx';
import type { ResultViewProps } from './view.ts';

export function Commitment({ job: { job_id: jobId } }: ResultViewProps) {
  const result = useResult(jobId, ['commitment', 'startup', 'dispatch_mw', 'renewable_mw']);
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
  readonly schedule: Pick<Result, 'commitment' | 'startup' | 'dispatch_mw' | 'renewable_mw'>;
  readonly units: readonly Unit[];
}

function Schedule({ schedule, units }: ScheduleProps) {
  const { query } = usePlace();
  const { commitment, startup } = schedule;
  const states = useMemo(() => withStarts(commitment, startup), [commitment, startup]);
  const outputs = useMemo(() => stacked([schedule.dispatch_mw, schedule.renewable_mw ?? NONE]), [schedule]);
  const words = useMemo(() => inWords(commitment, startup), [commitment, startup]);
  const shown = query['unit'] ?? largest(schedule.dispatch_mw)?.name;
  const chosen = units.find(({ name }) => name === shown);
  return (
    <>
      <Card title="Commitment">
        <p>{words}</p>
        <Numbers caption="MW of each unit" head="Unit" matrix={outputs} />
        <Numbers caption="0 off, 1 on, 2 starts" head="Unit" matrix={states} name="on-" ask="unit" />
      </Card>
      <Card title="One unit">
        <Finder
          label="Unit"
          names={states.names}
          value={chosen?.name}
          onValue={(unit) => setQuery({ unit }, { replace: true })}
        />
        {chosen && <UnitHours unit={chosen} schedule={schedule} />}
      </Card>
    </>
  );
}

/** The rows of one below those of another. */
const stacked = (matrices: readonly Matrix[]): Matrix =>
  matrixOf(
    matrices.flatMap((matrix) => matrix.names.map((name, row) => [name, rowOf(matrix, row)] as const)),
  );

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
