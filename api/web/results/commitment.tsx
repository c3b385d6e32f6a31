/** Table of units, and the hours of the selected unit. */

import { useMemo } from 'preact/hooks';
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { availableAt, minimumAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card } from '../parts/elements.tsx';
import { count, energy, money, plain, power } from '../parts/format.ts';
import { capitalized, inPeriod, intervalHours, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { FigureTable, number } from './figure-table.tsx';
import { useHour } from './hour-slider.tsx';
import {
  hourlySums,
  largest,
  type Matrix,
  matrixOf,
  NONE,
  peakOf,
  rowNamed,
  stacked,
  sum,
} from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Case, Result, Unit } from './pack.ts';
import { pricedMoney } from './price-words.ts';
import { Fields } from './result-data.tsx';
import { PRICE_COLOR } from './room-chart.ts';
import { groupsOf } from './sources.ts';
import { unitCosts, unitFigures } from './unit-table.ts';
import type { ResultViewProps } from './view.ts';
import { Why } from './why.tsx';

const FIELDS = ['commitment', 'startup', 'dispatch_mw', 'renewable_mw', 'bid_mw', 'lmp'] as const;
const GIVEN = ['generators', 'renewables', 'emission_price_usd_per_t'] as const;
type Schedule = Pick<Result, (typeof FIELDS)[number]>;
type Given = Pick<Case, (typeof GIVEN)[number]>;

export const Commitment = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={FIELDS} given={GIVEN}>
    {(schedule, given) => <Units schedule={schedule} given={given} />}
  </Fields>
);

interface UnitsProps {
  readonly schedule: Schedule;
  readonly given: Given;
}

function Units({ schedule, given }: UnitsProps) {
  const { query } = usePlace();
  const outputs = useMemo(() => stacked(schedule.dispatch_mw, schedule.renewable_mw ?? NONE), [schedule]);
  const words = useMemo(() => inWords(schedule), [schedule]);
  const shown = query['unit'] ?? largest(schedule.dispatch_mw)?.name;
  const chosen = withEmissionCosts(given).generators.find(({ name }) => name === shown);
  return (
    <>
      <Card title="Units">
        <p>{words}</p>
        <UnitTable schedule={schedule} given={given} />
        <Numbers caption="MW of each unit" head="Unit" matrix={outputs} />
        {schedule.bid_mw && (
          <Numbers caption="Accepted MW of each bid" head="Bid" name="bid-" matrix={schedule.bid_mw} />
        )}
      </Card>
      {chosen && <UnitHours unit={chosen} schedule={schedule} given={given} />}
    </>
  );
}

function UnitTable({ schedule, given }: UnitsProps) {
  const { unit } = usePlace().query;
  const rows = useMemo(() => unitFigures(given, schedule), [given, schedule]);
  return (
    <FigureTable
      caption="Units"
      label="Find a unit or fuel"
      sort="-energy"
      rows={rows}
      columns={[
        {
          head: 'Unit',
          sort: 'name',
          cell: ({ name, on }) =>
            on === undefined ? (
              name
            ) : (
              <button
                type="button"
                class="bare"
                aria-pressed={name === unit}
                onClick={() => setQuery({ unit: name }, { replace: true })}
              >
                {name}
              </button>
            ),
        },
        { head: 'Fuel', sort: 'fuel', cell: ({ fuel }) => fuel },
        number('Pmax', 'pmax', power),
        number('Energy', 'energy', energy),
        number('Hours on', 'on', plain),
        number('Starts', 'starts', count),
        number('Cost', 'cost', money),
        number('Revenue', 'revenue', pricedMoney),
        number('Uplift', 'uplift', pricedMoney),
      ]}
    />
  );
}

function inWords({ commitment, startup }: Schedule): string {
  const online = hourlySums(commitment);
  const [most, least] = [peakOf(online), peakOf(online, (units) => -units)];
  return `Between ${count(least?.value)} (${periodName(least?.hour)}) and ${count(most?.value)} (${periodName(most?.hour)}) of ${count(commitment.names.length)} units are online; ${count(sum(startup.values))} starts.`;
}

function UnitHours({ unit, schedule, given }: UnitsProps & { readonly unit: Unit }) {
  const hour = useHour(schedule.commitment.hours, 0);
  const { rows, series, words, isOn } = useMemo(
    () => hoursOf(unit, schedule, given),
    [unit, schedule, given],
  );
  const option = useMemo(() => hourChart({ unit: 'MW', rightUnit: '$', series, hour }), [series, hour]);
  return (
    <Card title={`Unit ${unit.name}`}>
      <p>
        {words} {capitalized(periodName(hour))}: {power(rowNamed(rows, 'output, MW')[hour])}.{' '}
        <Why of={{ kind: 'unit', name: unit.name, hour }}>
          Why is it {isOn(hour) ? 'online' : 'offline'} {inPeriod(hour)}?
        </Why>
      </p>
      {rows.values.some((value) => value !== 0) && <Chart label={words} option={option} />}
      <Numbers caption={`${unit.name}: MW and $`} head="Row" name="unit-" matrix={rows} />
    </Card>
  );
}

function hoursOf(unit: Unit, schedule: Schedule, given: Given) {
  const { name, bus } = unit;
  const [on, mw] = [rowNamed(schedule.commitment, name), rowNamed(schedule.dispatch_mw, name)];
  const cost = unitCosts(unit, schedule);
  const limit = (limitAt: typeof availableAt) => on.map((isOn, t) => (isOn ? limitAt(unit, t) : 0));
  const [pmax, pmin] = [limit(availableAt), limit(minimumAt)];
  const { list, of } = groupsOf(given, 'fuel');
  const { name: fuel, color = PRICE_COLOR } = list[of(name)] ?? {};
  const rows: Matrix = matrixOf([
    ['output, MW', mw],
    ['Pmax, MW', pmax],
    ['Pmin, MW', pmin],
    ['cost, $', cost],
  ]);
  return {
    rows,
    isOn: (hour: number): boolean => on[hour] === 1,
    words: `${name} at bus ${bus} (${fuel}) is on for ${plain(sum(on) * intervalHours())} of ${plain(on.length * intervalHours())} h, produces ${energy(sum(mw) * intervalHours())} and costs ${money(sum(cost))}.`,
    series: [
      { name: 'cost', values: cost, as: 'bar', isRight: true, color: '#b9c4cf' },
      { name: 'output', values: mw, as: 'step', color },
      { name: 'Pmax while on', values: pmax, as: 'step', isDashed: true, color: 'ink' },
      { name: 'Pmin while on', values: pmin, as: 'step', isDashed: true, color: 'ink' },
    ] as const,
  };
}
