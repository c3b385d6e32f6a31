/** What an answer to "why?" is made from: how units stand in an hour, and what they cost as their case prices them (pure). */
import { plain, power } from '../parts/format.ts';
import { intervalHours } from '../parts/interval.ts';
import { valueAt } from '../parts/varying.ts';
import { type Matrix, NONE, rowNamed } from './matrix.ts';
import type { Case, Result, Unit } from './pack.ts';
import { CASE_FIELDS, RESULT_FIELDS } from './room.ts';

const PRICED = ['options', 'reserves', 'emission_price_usd_per_t'] as const;
export const WHY_CASE = [
  ...CASE_FIELDS,
  ...PRICED,
  'storage',
  'transmission_lines',
  'contingencies',
] as const;
export const WHY_RESULT = [...RESULT_FIELDS, 'lmp_components', 'binding_constraints', 'reserve_mw'] as const;

export interface Facts {
  readonly result: Pick<Result, (typeof WHY_RESULT)[number]>;
  readonly given: Pick<Case, (typeof WHY_CASE)[number]>;
}

export interface Question {
  readonly kind: 'price' | 'unit' | 'line' | 'unserved' | 'cost';
  /** `bus_7`, a unit, a line. */
  readonly name?: string;
  readonly hour?: number;
  /** After which the limit of a line binds. */
  readonly contingency?: string | null;
}

type Address = Readonly<Record<string, string | number | undefined>>;

export interface Why {
  readonly question: string;
  readonly sentences: readonly (string | false | undefined)[];
  readonly rows: readonly (readonly [name: string, text: string, to?: Address])[];
  readonly links: readonly (readonly [text: string, to: Address])[];
}

/** Less is rounding, MW. */
export const LEAST = 2e-3;
/** Most elements that are named. */
export const SHOWN = 8;

/** One value; 0 where there is none. */
export const at = (matrix: Matrix = NONE, name: string, hour: number): number =>
  rowNamed(matrix, name)[hour] ?? 0;

export const isOn = ({ result }: Facts, { name, initial_status }: Unit, hour: number): boolean =>
  hour < 0 ? initial_status > 0 : at(result.commitment, name, hour) === 1;

export const rangeOf = ({ p_min, p_max }: Unit, hour: number) =>
  [valueAt(p_min, hour) ?? 0, valueAt(p_max, hour) ?? 0] as const;

/** What ties the output of a unit to other hours or to reserve; undefined where nothing does. */
export function tieOf(facts: Facts, unit: Unit, hour: number): string | undefined {
  const { dispatch_mw, reserve_mw = {} } = facts.result;
  const mwAt = (t: number): number =>
    t >= 0 && isOn(facts, unit, t) ? at(dispatch_mw, unit.name, t) : Number.NaN;
  const steps = [mwAt(hour) - mwAt(hour - 1), mwAt(hour + 1) - mwAt(hour)];
  const isFull = (ramp: number | null, way: number): boolean =>
    steps.some((step) => way * step > (ramp ?? Number.POSITIVE_INFINITY) * intervalHours() - LEAST);
  if (isFull(unit.ramp_up, 1)) return `its ramp up of ${plain(unit.ramp_up)} MW/h`;
  if (isFull(unit.ramp_down, -1)) return `its ramp down of ${plain(unit.ramp_down)} MW/h`;
  const held = Object.values(reserve_mw).reduce((mw, own) => mw + at(own, unit.name, hour), 0);
  const isHolding = held > LEAST && mwAt(hour) + held > rangeOf(unit, hour)[1] - LEAST;
  return isHolding ? `the ${power(held)} of reserve that it holds` : undefined;
}

/** What units, renewables and storage could give at most, less load and reserve, MW. */
export function marginAt({ given }: Facts, hour: number, isIn: (unit: Unit) => boolean): number {
  const { generators, renewables = [], storage = [], loads, reserves = [] } = given;
  const sum = <T>(all: readonly T[], mwOf: (one: T, row: number) => number | undefined): number =>
    all.reduce((mw, one, row) => mw + (mwOf(one, row) ?? 0), 0);
  return (
    sum(generators, (unit) => (isIn(unit) ? rangeOf(unit, hour)[1] : 0)) +
    sum(renewables, ({ p_max }) => p_max[hour]) +
    sum(storage, ({ discharge_mw }) => discharge_mw) -
    sum(loads.names, (_, row) => loads.values[row * loads.hours + hour]) -
    sum(reserves, ({ mw, direction }) => (direction === 'down' ? 0 : typeof mw === 'number' ? mw : mw[hour]))
  );
}

interface UnitHours {
  readonly on: ArrayLike<number>;
  readonly startup: ArrayLike<number>;
  readonly mw: ArrayLike<number>;
}

/** Production, no-load and starts in each hour, or interval of `hours`, $; without a price of CO2. */
export function hourlyCost(unit: Unit, { on, startup, mw }: UnitHours, hours = 1): number[] {
  // At or below zero: so many hours off before the first one.
  let hoursOff = Math.max(0, -unit.initial_status);
  return Array.from(mw, (output, hour) => {
    const startCost = startup[hour] ? startCostOf(unit, hoursOff) : 0;
    hoursOff = on[hour] ? 0 : hoursOff + hours;
    return on[hour] ? hours * productionCost(unit, output) + startCost : startCost;
  });
}

/** Parts of an hour up to this are rounding. */
const ROUNDING = 1e-6;

/** What a start after so many hours off costs, $. */
export function startCostOf({ startup_cost, startup_categories = [] }: Unit, hoursOff: number): number {
  const reached = startup_categories.filter(({ lag_h }) => lag_h <= hoursOff + ROUNDING);
  return reached.at(-1)?.cost_usd ?? startup_categories[0]?.cost_usd ?? startup_cost;
}

/** Cost of a unit that is on, $/h. */
export function productionCost({ marginal_cost, no_load_cost, cost_curve }: Unit, mw: number): number {
  if (!cost_curve) return no_load_cost + marginal_cost * mw;
  const above = cost_curve.findIndex((point) => point.mw >= mw);
  const at = above < 0 ? cost_curve.length - 1 : above;
  const [from, to] = [cost_curve[at - 1], cost_curve[at]];
  if (!to) return 0;
  if (!from || to.mw === from.mw) return to.usd_per_h;
  return from.usd_per_h + ((mw - from.mw) / (to.mw - from.mw)) * (to.usd_per_h - from.usd_per_h);
}
