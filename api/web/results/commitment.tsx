/** What each unit gives, which are online when, where they start, and the day of one of them. */

import { useMemo } from 'preact/hooks';
import { availableAt, minimumAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { hourlyCosts } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card } from '../parts/elements.tsx';
import { Finder } from '../parts/finder.tsx';
import { count, energy, money } from '../parts/format.ts';
import { intervalHours, periodName, periods } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { useHour } from './hour-slider.tsx';
import {
  hourlySums,
  largest,
  type Matrix,
  matrixOf,
  NONE,
  peakOf,
  rowNamed,
  rowsOf,
  stacked,
  sum,
} from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Result, Unit } from './pack.ts';
import { Fields } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';
import { Why } from './why.tsx';

const FIELDS = ['commitment', 'startup', 'dispatch_mw', 'renewable_mw'] as const;
type Schedule = Pick<Result, (typeof FIELDS)[number]>;

export const Commitment = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={FIELDS} given={['generators']}>
    {(schedule, { generators }) => <Units schedule={schedule} units={generators} />}
  </Fields>
);

function Units({ schedule, units }: { readonly schedule: Schedule; readonly units: readonly Unit[] }) {
  const { query } = usePlace();
  const { commitment, startup } = schedule;
  const states = useMemo(() => withStarts(commitment, startup), [commitment, startup]);
  const outputs = useMemo(() => stacked(schedule.dispatch_mw, schedule.renewable_mw ?? NONE), [schedule]);
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

/** 2 in the hours of a start. */
const withStarts = (commitment: Matrix, startup: Matrix): Matrix =>
  matrixOf(
    rowsOf(commitment).map(([name, on]) => {
      const starts = rowNamed(startup, name);
      return [name, on.map((is, hour) => is + (starts[hour] ?? 0))];
    }),
  );

function inWords(commitment: Matrix, startup: Matrix): string {
  const online = hourlySums(commitment);
  const [most, least] = [peakOf(online), peakOf(online, (units) => -units)];
  const busiest = largest(matrixOf(rowsOf(startup).map(([name, starts]) => [name, [sum(starts)]])));
  const many =
    busiest && busiest.value > 1 ? `; ${busiest.name} starts most often: ${busiest.value} times` : '';
  return `Of ${count(commitment.names.length)} units ${count(most?.value)} are online in ${periodName(most?.hour)}, the most, and ${count(least?.value)} in ${periodName(least?.hour)}, the fewest; there are ${count(sum(startup.values))} starts${many}.`;
}

function UnitHours({ unit, schedule }: { readonly unit: Unit; readonly schedule: Schedule }) {
  const hour = useHour(schedule.commitment.hours, 0);
  const { rows, words, option } = useMemo(() => hoursOf(unit, schedule), [unit, schedule]);
  return (
    <>
      <p>
        {words} <Why of={{ kind: 'unit', name: unit.name, hour }}>Why is it so in {periodName(hour)}?</Why>
      </p>
      {rows.values.some((value) => value !== 0) && <Chart label={words} option={option} />}
      <Numbers caption={`${unit.name}: MW and $`} head="Row" name="unit-" matrix={rows} />
    </>
  );
}

function hoursOf(unit: Unit, schedule: Schedule) {
  const { name, bus, fuel } = unit;
  const [on, mw] = [rowNamed(schedule.commitment, name), rowNamed(schedule.dispatch_mw, name)];
  const [commitment = [], startup = [], output = []] = [on, rowNamed(schedule.startup, name), mw].map((row) =>
    Array.from(row),
  );
  const parts = hourlyCosts(unit, { commitment, startup, output }, on.length, 1 / intervalHours());
  const cost = on.map(
    (_, hour) => amountAt(parts.energy, hour) + amountAt(parts.noLoad, hour) + amountAt(parts.startup, hour),
  );
  const [most = [], least = []] = [availableAt, minimumAt].map((limitAt) =>
    Array.from(on, (isOn, hour) => (isOn ? limitAt(unit, hour) : 0)),
  );
  return {
    rows: matrixOf([
      ['output, MW', mw],
      ['most, MW', most],
      ['least, MW', least],
      ['cost, $', cost],
    ]),
    words: `${name} at bus ${bus}${fuel ? ` (${fuel})` : ''} is online in ${sum(on)} of ${on.length} ${periods()}, makes ${energy(sum(mw) * intervalHours())} and costs ${money(sum(cost))}.`,
    option: hourChart({
      unit: 'MW',
      rightUnit: '$',
      series: [
        { name: 'cost', values: cost, as: 'bar', isRight: true, color: '#b9c4cf' },
        { name: 'output', values: mw, as: 'line' },
        { name: 'most while online', values: most, as: 'step', isDashed: true },
        { name: 'least while online', values: least, as: 'step', isDashed: true },
      ],
    }),
  };
}
