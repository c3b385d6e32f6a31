/**
 * Data for why answers: fields of the result and the case, as matrices and in the form that explanations need. Pure.
 */
import { availableAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { outputRoom } from '../../../temporal/case/explain/output-room.ts';
import { type Format, HELD_BY } from '../../../temporal/case/explain/price-words.ts';
import type { CaseView, Rows, ScheduleView } from '../../../temporal/case/explain/views.ts';
import { busName, exact, power, price } from '../parts/format.ts';
import { periodName } from '../parts/interval.ts';
import { type Matrix, NONE, rowNamed, rowsOf } from './matrix.ts';
import { type Case, type Result, type Unit, withSeries } from './pack.ts';
import { CASE_FIELDS, RESULT_FIELDS } from './room.ts';

export const WHY_CASE = [
  ...CASE_FIELDS,
  'horizon',
  'interval_minutes',
  'options',
  'reserves',
  'bids',
  'demand_response',
  'emission_price_usd_per_t',
  'fuel_limits',
  'commitment',
  'commitment_job_id',
  'fixed_commitment',
  'transmission_lines',
  'interfaces',
  'contingencies',
] as const;
export const WHY_RESULT = [
  ...RESULT_FIELDS,
  'lmp_components',
  'binding_constraints',
  'overflow_mw',
  'interface_flow_mw',
  'interface_overflow_mw',
  'interface_shadow_price_usd_per_mwh',
  'reserve_mw',
  'bid_mw',
  'demand_response_mw',
  'reserve_shortfall_mw',
  'reserve_price_usd_per_mw',
  'generator_outage_price_usd_per_mw',
  'energy_limit_price_usd_per_mwh',
  'fuel_limit_price_usd_per_mmbtu',
  'emission_shadow_price_usd_per_t',
  'emission_excess_t',
] as const;

export interface Facts {
  readonly result: Pick<Result, (typeof WHY_RESULT)[number]>;
  readonly given: Pick<Case, (typeof WHY_CASE)[number]>;
}

export interface Question {
  readonly kind: 'price' | 'unit' | 'line' | 'unserved' | 'cost';
  /** Name of a bus (`bus_7`), unit or line. */
  readonly name?: string;
  readonly hour?: number;
  /** Contingency after which the limit of a line applies. */
  readonly contingency?: string | null;
}

export type Address = Readonly<Record<string, string | number | undefined>>;

export interface Why {
  readonly question: string;
  readonly sentences: readonly (string | false | undefined)[];
  readonly rows: readonly (readonly [name: string, text: string, to?: Address | undefined])[];
  readonly links: readonly (readonly [text: string, to: Address])[];
}

/** Values below this are rounding errors, MW. */
export const LEAST = 2e-3;
/** Maximum number of elements in a list. */
export const SHOWN = 8;

/** Formats of the figures in explanations. */
export const FORMAT: Format = {
  usd: price,
  mw: power,
  number: exact,
  bus: busName,
  period: periodName,
};

/** Value of a row in an hour; 0 if the row is missing. */
export const at = (matrix: Matrix = NONE, name: string, hour: number): number =>
  rowNamed(matrix, name)[hour] ?? 0;

export const isOn = ({ result }: Facts, { name }: Unit, hour: number): boolean =>
  at(result.commitment, name, hour) === 1;

const viewsKept = new WeakMap<Facts, readonly [CaseView, ScheduleView]>();

/** Case and schedule with the fields of payload and result. Series are views of matrix rows, not copies. */
export function viewsOf(facts: Facts): readonly [CaseView, ScheduleView] {
  const views = viewsKept.get(facts) ?? [caseView(facts), scheduleView(facts)];
  viewsKept.set(facts, views);
  return views;
}

const caseView = ({ given }: Facts): CaseView => ({
  ...given,
  loads: given.loads.each ?? rowsOf(given.loads).map(([bus, values]) => ({ bus: Number(bus), values })),
});

const scheduleView = ({ result }: Facts): ScheduleView =>
  withSeries(result, (matrix: Matrix) => Object.fromEntries(rowsOf(matrix)), elements) as ScheduleView;

/** Converts part -> element -> values to element -> part -> values. */
function elements(parts: Readonly<Record<string, Matrix>>): Readonly<Record<string, Rows>> {
  const names = Object.values(parts)[0]?.names ?? [];
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(Object.entries(parts).map(([part, matrix]) => [part, rowNamed(matrix, name)])),
    ]),
  );
}

/** The limit that prevents a unit's output from changing, in words; undefined if the output can both rise and fall. */
export function holderOf(facts: Facts, unit: Unit, hour: number): string | undefined {
  const { lower, upper } = outputRoom(...viewsOf(facts), unit, hour);
  const mw = at(facts.result.dispatch_mw, unit.name, hour);
  const limit = mw > upper.mw - LEAST ? upper : mw < lower.mw + LEAST ? lower : undefined;
  return limit && HELD_BY[limit.by];
}

/** Capacity margin: largest possible output of units, renewables and storage, minus load and reserve, MW. */
export function marginAt({ given }: Facts, hour: number, isIn: (unit: Unit) => boolean): number {
  const { generators, renewables = [], storage = [], loads, reserves = [] } = given;
  const sum = <T>(all: readonly T[], mwOf: (one: T, row: number) => number | undefined): number =>
    all.reduce((mw, one, row) => mw + (mwOf(one, row) ?? 0), 0);
  return (
    sum(generators, (unit) => (isIn(unit) ? availableAt(unit, hour) : 0)) +
    sum(renewables, ({ p_max }) => p_max[hour]) +
    sum(storage, ({ discharge_mw }) => valueAt(discharge_mw, hour)) -
    sum(loads.names, (_, row) => loads.values[row * loads.hours + hour]) -
    sum(reserves, ({ mw, direction }) => (direction === 'down' ? 0 : valueAt(mw, hour)))
  );
}
