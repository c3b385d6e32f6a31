/** CO2 by bus of a result, where `options.emission_rates` asks for it: at the margin, and on average. */
import { type Solve, startClock } from '../base/solve.ts';
import { marginalEmissions, marginalSeries } from './marginal-emissions.ts';
import type { Uncertified } from './result.ts';
import { tracedEmissions } from './traced-emissions.ts';

/** Least time for the marginal rates, s, also after a search that used its whole time limit. */
const LEAST_S = 2;

export async function withEmissionRates(solve: Solve, result: Uncertified): Promise<Uncertified> {
  const { request, prepared, clock } = solve;
  if (!request.payload.options?.emission_rates || !result.generator_emissions_t) return result;
  const { instance } = prepared;
  const limit = startClock(Math.max(LEAST_S, clock.leftS()));
  const rates = await marginalEmissions({ ...solve, clock: limit }, result.commitment);
  const series = rates && marginalSeries(instance.buses, rates, instance.case.intervalsPerHour);
  return {
    ...result,
    ...series,
    average_co2_t_per_mwh: tracedEmissions(prepared, result),
    warnings: series ? result.warnings : [...result.warnings, NO_MARGINAL],
  };
}

const NO_MARGINAL =
  'Marginal CO2 is left out: it was not computed in time, or its dispatch differs from that of the result';
