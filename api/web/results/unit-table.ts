/** Figures of the units of a schedule (pure). */
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { capacityOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { amountAt, costOf } from '../../../temporal/case/arithmetic/series.ts';
import { hourlyCosts, shutdownCosts } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { intervalHours } from '../parts/interval.ts';
import { type Matrix, NONE, rowNamed, sum } from './matrix.ts';
import type { Case, Result, Unit } from './pack.ts';
import { groupsOf } from './sources.ts';

type Schedule = Pick<Result, 'commitment' | 'startup' | 'dispatch_mw' | 'renewable_mw' | 'lmp'>;
type Given = Pick<Case, 'generators' | 'renewables' | 'emission_price_usd_per_t'>;

export interface UnitFigures {
  readonly name: string;
  readonly fuel: string;
  /** Pmax, MW. */
  readonly pmax: number;
  /** Energy, MWh. */
  readonly energy: number;
  /** Number of hours on. This field and `starts` are undefined for renewables. */
  readonly on?: number;
  readonly starts?: number;
  /** Cost, $. */
  readonly cost: number;
  /** Revenue at the prices of the unit's bus, $. This field and `uplift` are undefined without prices. */
  readonly revenue?: number;
  /** Cost not covered by revenue, $. */
  readonly uplift?: number;
}

export function unitFigures(given: Given, schedule: Schedule): UnitFigures[] {
  const { list, of } = groupsOf(given, 'fuel');
  const earned = (bus: number, mw: Float64Array): number | undefined => {
    const prices = rowNamed(schedule.lmp, `bus_${bus}`);
    return prices.length === 0
      ? undefined
      : sum(mw.map((each, t) => each * (prices[t] ?? 0))) * intervalHours();
  };
  const figures = (
    { name, bus }: { readonly name: string; readonly bus: number },
    mw: Float64Array,
    pmax: number,
    cost: number,
  ) => {
    const energy = sum(mw) * intervalHours();
    const revenue = earned(bus, mw);
    const paid = revenue !== undefined && { revenue, uplift: Math.max(0, cost - revenue) };
    return { name, fuel: list[of(name)]?.name ?? '', pmax, energy, cost, ...paid };
  };
  return [
    ...withEmissionCosts(given).generators.map((unit) => ({
      ...figures(
        unit,
        rowNamed(schedule.dispatch_mw, unit.name),
        capacityOf(unit),
        sum(unitCosts(unit, schedule)) + stopsOf(unit, schedule),
      ),
      on: sum(rowNamed(schedule.commitment, unit.name)) * intervalHours(),
      starts: sum(rowNamed(schedule.startup, unit.name)),
    })),
    ...(given.renewables ?? []).map((unit) => {
      const mw = rowNamed(schedule.renewable_mw ?? NONE, unit.name);
      const cost = costOf(unit.marginal_cost ?? 0, Array.from(mw)) * intervalHours();
      return figures(unit, mw, Math.max(0, ...unit.p_max), cost);
    }),
  ];
}

type Committed = Pick<Schedule, 'commitment' | 'startup' | 'dispatch_mw'>;

const rowsOfUnit = ({ name }: Unit, { commitment, startup, dispatch_mw }: Committed) => {
  const row = (matrix: Matrix): number[] => Array.from(rowNamed(matrix, name));
  return { commitment: row(commitment), startup: row(startup), output: row(dispatch_mw) };
};

/** Energy, no-load and startup cost of a unit by hour, $; without shutdown cost. */
export function unitCosts(unit: Unit, schedule: Committed): Float64Array {
  const rows = rowsOfUnit(unit, schedule);
  const { length } = rows.commitment;
  const { energy, noLoad, startup } = hourlyCosts(unit, rows, length, 1 / intervalHours());
  return Float64Array.from(
    { length },
    (_, t) => amountAt(energy, t) + amountAt(noLoad, t) + amountAt(startup, t),
  );
}

const stopsOf = (unit: Unit, schedule: Committed): number => shutdownCosts(unit, rowsOfUnit(unit, schedule));

const NAMES = new Intl.Collator(undefined, { numeric: true });
const wordsIn = (row: object): string =>
  Object.values(row)
    .filter((value) => typeof value === 'string')
    .join(' ');

/** Rows with `text` in one of their words, sorted by the field `sort`; a leading `-` sorts in descending order. */
export function sortedRows<Row extends { readonly name: string }>(
  all: readonly Row[],
  sort: string,
  text: string,
): Row[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const amountOf = (row: Row) => row[sort.replace('-', '') as keyof Row] ?? Number.NEGATIVE_INFINITY;
  const compare = (a: unknown, b: unknown): number =>
    typeof a === 'string' ? NAMES.compare(a, String(b)) : Number(a) - Number(b) || 0;
  return all
    .filter((row) => wordsIn(row).toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => sign * compare(amountOf(a), amountOf(b)) || NAMES.compare(a.name, b.name));
}
