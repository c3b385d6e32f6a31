/** Emissions of CO2 of the reference solver: a start is a variable of its own, and the total is one as well. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

const isDispatch = (jobType: JobType): boolean => jobType === 'ed';

export function addEmissions(lp: LinearProgram, payload: SolvePayload, jobType: JobType): void {
  const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty, generators, horizon } = payload;
  const terms: Record<string, number> = {};
  for (const [unit, { co2_t_per_mwh = 0, co2_t_per_start = 0 }] of generators.entries()) {
    for (let hour = 0; hour < horizon; hour++) {
      terms[unitVariable('p', unit, hour)] = co2_t_per_mwh;
      if (isDispatch(jobType)) continue;
      const start = lp.variable(unitVariable('start', unit, hour), 0, 1);
      terms[start] = co2_t_per_start;
      const [on, onBefore] = [unitVariable('u', unit, hour), unitVariable('u', unit, hour - 1)];
      const change: Terms = { [start]: 1, [on]: -1, [onBefore]: 1 };
      lp.row(`start_of_${unit}_${hour}`, change, '>=', 0);
    }
  }
  const total = lp.variable('emitted', -Infinity, Infinity, payload.emission_price_usd_per_t);
  lp.row('emissions', { ...terms, [total]: -1 }, '=', 0);
  if (limit === undefined) return;
  const most = penalty === undefined ? 0 : Number.POSITIVE_INFINITY;
  const excess = lp.variable('emitted_above', 0, most, penalty);
  lp.row('emission_limit', { [total]: 1, [excess]: -1 }, '<=', limit);
}

interface Solved {
  value(column: string): number;
  dual(row: string): number;
}

type EmissionFigures = Pick<
  SolveResult,
  | 'emissions_t'
  | 'total_emissions_t'
  | 'generator_emissions_t'
  | 'emission_cost_usd'
  | 'emission_excess_t'
  | 'emission_shadow_price_usd_per_t'
>;

/** Figures of emissions for a payload that says something of them. */
export function emissionFigures(
  payload: SolvePayload,
  jobType: JobType,
  { value, dual }: Solved,
  starts: Readonly<Record<string, readonly number[]>>,
): EmissionFigures {
  const { emission_limit_t, emission_penalty_usd_per_t, emission_price_usd_per_t, generators } = payload;
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const rates = generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start);
  if (!rates && emission_limit_t === undefined && emission_price_usd_per_t === undefined) return {};
  const emitted = generators.map(({ name, co2_t_per_mwh = 0, co2_t_per_start = 0 }, unit) =>
    hours.map((hour) => {
      const started = isDispatch(jobType) ? 0 : (starts[name]?.[hour] ?? 0);
      return co2_t_per_mwh * value(unitVariable('p', unit, hour)) + co2_t_per_start * started;
    }),
  );
  const byHour = hours.map((hour) => emitted.reduce((sum, series) => sum + (series[hour] ?? 0), 0));
  const total = byHour.reduce((sum, tonnes) => sum + tonnes, 0);
  return {
    emissions_t: byHour,
    total_emissions_t: total,
    generator_emissions_t: Object.fromEntries(
      generators.map(({ name }, unit) => [name, emitted[unit] ?? []]),
    ),
    ...(emission_price_usd_per_t !== undefined && { emission_cost_usd: emission_price_usd_per_t * total }),
    ...(emission_limit_t !== undefined && {
      emission_shadow_price_usd_per_t: Math.max(0, -dual('emission_limit')) + 0,
    }),
    ...(emission_limit_t !== undefined &&
      emission_penalty_usd_per_t !== undefined && { emission_excess_t: value('emitted_above') }),
  };
}

/** Costs of the tonnes of starts and of all others, and of those above the limit, $. */
export function emissionCosts(payload: SolvePayload, jobType: JobType, { value }: Pick<Solved, 'value'>) {
  const { emission_price_usd_per_t: price = 0, emission_penalty_usd_per_t = 0, generators } = payload;
  let starts = 0;
  for (const [unit, { co2_t_per_start = 0 }] of isDispatch(jobType) ? [] : generators.entries())
    for (let hour = 0; hour < payload.horizon; hour++)
      starts += price * co2_t_per_start * value(unitVariable('start', unit, hour));
  const penalty = emission_penalty_usd_per_t * value('emitted_above');
  return { starts, energy: price * value('emitted') - starts, penalty };
}
