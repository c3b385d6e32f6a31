/** CO2 emissions in the reference solver. A start is a variable, and so is the total of the emissions. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { ReferenceCase } from './case.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

export function addEmissions(lp: LinearProgram, whole: ReferenceCase): void {
  const { emission_limit_t: limit, emissionExcess, generators, hours } = whole;
  const terms: Record<string, number> = {};
  for (const [unit, { co2_t_per_mwh, co2_t_per_start }] of generators.entries()) {
    for (const hour of hours) {
      terms[unitVariable('p', unit, hour)] = co2_t_per_mwh;
      if (whole.jobType === 'ed') continue;
      const start = lp.variable(unitVariable('start', unit, hour), 0, 1);
      terms[start] = co2_t_per_start;
      const [on, onBefore] = [unitVariable('u', unit, hour), unitVariable('u', unit, hour - 1)];
      const change: Terms = { [start]: 1, [on]: -1, [onBefore]: 1 };
      lp.row(`start_of_${unit}_${hour}`, change, '>=', 0);
    }
  }
  const total = lp.variable('emitted', -Infinity, Infinity, whole.emission_price_usd_per_t);
  lp.row('emissions', { ...terms, [total]: -1 }, '=', 0);
  if (limit === Infinity) return;
  const excess = lp.variable('emitted_above', 0, emissionExcess.most, emissionExcess.price);
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

/** Emission figures of a case with emissions. */
export function emissionFigures(
  whole: ReferenceCase,
  { value, dual }: Solved,
  starts: Readonly<Record<string, readonly number[]>>,
): EmissionFigures {
  const { emission_limit_t, emissionExcess, emission_price_usd_per_t, generators, hours } = whole;
  const isLimited = emission_limit_t < Infinity;
  const rates = generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start);
  if (!rates && !isLimited && emission_price_usd_per_t === undefined) return {};
  const emitted = generators.map(({ name, co2_t_per_mwh, co2_t_per_start }, unit) =>
    hours.map((hour) => {
      const started = whole.jobType === 'ed' ? 0 : (starts[name]?.[hour] ?? 0);
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
    ...(isLimited && {
      emission_shadow_price_usd_per_t: Math.max(0, -dual('emission_limit')) + 0,
    }),
    ...(isLimited && emissionExcess.most > 0 && { emission_excess_t: value('emitted_above') }),
  };
}

/** Cost of the emissions of starts, of all other emissions, and of those above the limit, $. */
export function emissionCosts(whole: ReferenceCase, { value }: Pick<Solved, 'value'>) {
  const { emissionExcess, emission_price_usd_per_t: price = 0, generators, hours } = whole;
  let starts = 0;
  for (const [unit, { co2_t_per_start }] of whole.jobType === 'ed' ? [] : generators.entries())
    for (const hour of hours) starts += price * co2_t_per_start * value(unitVariable('start', unit, hour));
  const penalty = emissionExcess.price * value('emitted_above');
  return { starts, energy: price * value('emitted') - starts, penalty };
}
