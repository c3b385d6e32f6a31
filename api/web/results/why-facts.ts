/** What an answer to "why?" is made from, and how units stand in an hour (pure). */
import { plain, power } from '../parts/format.ts';
import { intervalHours } from '../parts/interval.ts';
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

export interface Why {
  readonly question: string;
  readonly sentences: readonly (string | false | undefined)[];
  readonly rows: readonly (readonly [
    name: string,
    text: string,
    to?: Readonly<Record<string, string | number | undefined>>,
  ])[];
  readonly links: readonly (readonly [
    text: string,
    to: Readonly<Record<string, string | number | undefined>>,
  ])[];
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

export const rangeOf = ({ p_min, p_max, p_min_profile, p_max_profile }: Unit, hour: number) =>
  [p_min_profile?.[hour] ?? p_min, p_max_profile?.[hour] ?? p_max] as const;

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
