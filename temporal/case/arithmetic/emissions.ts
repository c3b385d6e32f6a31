/**
 * CO2 emissions of a schedule, t, linear in output and starts:
 *
 * sum_t (co2_t_per_mwh p[t] + co2_t_per_start v[t])
 *
 * A price of emissions is a cost of units. All code that reads the costs of a payload therefore reads them from
 * `withEmissionCosts`. A dispatch has no starts, so it has no start emissions.
 */
import type { Generator, SolvePayload } from '../schema.ts';
import { eachOf } from './series.ts';

type Emitting = Pick<Generator, 'co2_t_per_mwh' | 'co2_t_per_start'>;
type EmissionTerms = Pick<
  SolvePayload,
  'emission_limit_t' | 'emission_price_usd_per_t' | 'emission_penalty_usd_per_t'
>;

export const tellsEmissions = (
  payload: EmissionTerms & { readonly generators: readonly Emitting[] },
): boolean =>
  payload.emission_limit_t !== undefined ||
  payload.emission_price_usd_per_t !== undefined ||
  payload.generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start);

/**
 * Adds emission costs to the costs of units. `price`: $/t, by default that of the payload. Returns the payload itself
 * if emissions cost nothing.
 */
export function withEmissionCosts<Case extends Pick<SolvePayload, 'generators' | 'emission_price_usd_per_t'>>(
  payload: Case,
  price: number = payload.emission_price_usd_per_t ?? 0,
): Case {
  const { generators } = payload;
  return price ? { ...payload, generators: generators.map((unit) => costing(unit, price)) } : payload;
}

function costing(unit: Generator, price: number): Generator {
  const { co2_t_per_mwh = 0, co2_t_per_start = 0, cost_curve, startup_categories } = unit;
  const [perMwh, perStart] = [price * co2_t_per_mwh, price * co2_t_per_start];
  return {
    ...unit,
    marginal_cost: eachOf(unit.marginal_cost, (usd) => usd + perMwh),
    startup_cost: eachOf(unit.startup_cost, (usd) => usd + perStart),
    ...(cost_curve && {
      cost_curve: cost_curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h + perMwh * mw })),
    }),
    ...(startup_categories && {
      startup_categories: startup_categories.map((tier) => ({ ...tier, cost_usd: tier.cost_usd + perStart })),
    }),
  };
}

/** CO2 of one unit in each hour, t. `output`: MW by hour; `starts`: by hour, 1 for a start, else 0. */
export const unitEmissions = (
  { co2_t_per_mwh = 0, co2_t_per_start = 0 }: Emitting,
  output: readonly number[],
  starts: readonly number[],
): number[] => output.map((mw, t) => co2_t_per_mwh * mw + co2_t_per_start * (starts[t] ?? 0));

/** Emissions above a limit that has a penalty, t. `total`: emissions of the schedule, t. */
export const emissionExcess = (payload: EmissionTerms, total: number): number =>
  payload.emission_penalty_usd_per_t === undefined
    ? 0
    : Math.max(0, total - (payload.emission_limit_t ?? Number.POSITIVE_INFINITY));

/**
 * Part of an emission limit that applies to a range of hours: in proportion to their load, or to their number if the
 * case has no load.
 */
export function limitOfHours({ emission_limit_t, loads, horizon }: SolvePayload, from: number, to: number) {
  if (emission_limit_t === undefined) return {};
  return { emission_limit_t: emission_limit_t * loadShare(loads, [from, to], [0, horizon]) };
}

type Hours = readonly [from: number, end: number];

/** Load of a part of a range of hours, as a share of the load of the range; without load, its share of the hours. */
export function loadShare(loads: SolvePayload['loads'], part: Hours, range: Hours): number {
  const energy = ([from, end]: Hours): number =>
    loads.reduce(
      (sum, { values }) => sum + values.slice(from, end).reduce((mwh, mw) => mwh + Math.max(0, mw), 0),
      0,
    );
  const all = energy(range);
  return all > 0 ? energy(part) / all : (part[1] - part[0]) / (range[1] - range[0]);
}
