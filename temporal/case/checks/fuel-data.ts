/** Conditions on limits of fuel, and on the generators that burn it, that a schema cannot express. */
import type { FuelLimit } from '../schema.ts';
import { wrongHours } from './element-data.ts';
import { NO_KEY, type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

/**
 * Checks fuel limits: their fuel must be that of a generator, their hours must lie within the horizon, and the least
 * consumption must not exceed the largest. Generators with such a fuel must have a heat rate, which is their
 * consumption.
 */
export const fuelLimitData: PayloadCheck = function* ({ fuel_limits = [], generators, horizon }) {
  const fuels = new Set(generators.map(({ fuel }) => fuel));
  for (const [k, limit] of fuel_limits.entries()) yield wrongLimit(limit, horizon, fuels, ['fuel_limits', k]);
  const limited = new Set(fuel_limits.map(({ fuel }) => fuel));
  for (const [g, { fuel, heat_rate_btu_per_kwh: heat }] of generators.entries()) {
    if (fuel === undefined || !limited.has(fuel)) continue;
    const place = ['generators', g, 'heat_rate_btu_per_kwh'];
    if (heat === undefined) yield problem(place, `Field required: fuel_limits has fuel '${fuel}'`, 'missing');
    else if (heat < 0)
      yield problem(place, 'Input should be greater than or equal to 0', 'greater_than_equal');
  }
};

function wrongLimit(
  { fuel, first_hour, last_hour, max_mmbtu, min_mmbtu }: FuelLimit,
  horizon: number,
  fuels: ReadonlySet<string | undefined>,
  place: PayloadProblem['path'],
): PayloadProblem | undefined {
  if (fuel === NO_KEY) return problem([...place, 'fuel'], `Input should not be '${NO_KEY}'`);
  if (!fuels.has(fuel)) return problem([...place, 'fuel'], `No generator burns '${fuel}'`, 'unknown_element');
  if (max_mmbtu === undefined && min_mmbtu === undefined)
    return problem([...place, 'max_mmbtu'], 'Give max_mmbtu, min_mmbtu or both', 'missing');
  if (min_mmbtu !== undefined && min_mmbtu > (max_mmbtu ?? min_mmbtu))
    return problem(
      [...place, 'min_mmbtu'],
      `min_mmbtu ${min_mmbtu} should not be above max_mmbtu ${max_mmbtu}`,
    );
  return wrongHours({ first_hour, last_hour }, horizon, place);
}
