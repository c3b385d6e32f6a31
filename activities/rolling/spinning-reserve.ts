/** Requirement of spinning reserve: the larger of 5 % of the load and the largest unit, hour by hour. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { Reserve } from '../../temporal/messages/resources.ts';

const LOAD_SHARE = 0.05;
/** Less than any usual price of unserved load: reserve gives way first, and a small system stays feasible. */
const PENALTY_USD_PER_MWH = 1000;

export function spinningReserve({
  generators,
  horizon,
  loads,
}: Pick<SolvePayload, 'generators' | 'horizon' | 'loads'>): Reserve {
  const mw = Array.from({ length: horizon }, (_, t) => {
    const load = loads.reduce((sum, { values }) => sum + (values[t] ?? 0), 0);
    const largest = generators.reduce(
      (most, { p_max, p_max_profile }) => Math.max(most, p_max_profile?.[t] ?? p_max),
      0,
    );
    return Math.max(LOAD_SHARE * load, largest);
  });
  return { name: 'spinning', mw, penalty_usd_per_mwh: PENALTY_USD_PER_MWH };
}
