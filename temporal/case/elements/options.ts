/** Solve options of a payload. */
import { string } from 'yup';
import { amount, flag, number, text, whole } from './attribute.ts';

/** Largest random seed: HiGHS reads the seed as a signed 32-bit integer. */
export const LARGEST_SEED = 2 ** 31 - 1;

export const PRESOLVE = ['choose', 'on', 'off'] as const;
export type Presolve = (typeof PRESOLVE)[number];

/** Prices at which a result may be settled: of the schedule, or multipliers of its relaxation. */
export const PRICE_KINDS = ['lmp', 'convex_hull'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];
const PRICING = [...PRICE_KINDS, 'both'] as const;

export const OPTIONS = {
  mip_gap: number(undefined, 'Relative gap that counts as optimal', { bounds: { least: 0, most: 1 } }),
  time_limit: number('s', 'Overrides `timeout`', { bounds: { above: 0, most: 3600 } }),
  unserved_energy_usd_per_mwh: amount('$/MWh', 'Allows load to be shed at this price'),
  network: flag(
    'Economic dispatch: enforce line ratings. SCUC: buses are islands where no branch is named, as in a stored network',
  ),
  losses: flag('Model transmission losses'),
  slack_bus: whole('Reference bus of prices'),
  random_seed: whole(undefined, { bounds: { least: 0, most: LARGEST_SEED } }),
  presolve: string().oneOf(PRESOLVE).meta({ description: 'Whether the solver uses presolve' }),
  pricing: string().oneOf(PRICING).meta({
    description:
      'UC and SCUC: settle the result at its LMPs, at convex hull prices, or at both (`settlement`); absent = LMPs without a settlement',
  }),
  emission_rates: flag(
    'Compute the CO2 by bus: of one MW more and one MW less (`marginal_co2_t_per_mwh`), and average (`average_co2_t_per_mwh`)',
  ),
  warm_start_job_id: text('Use the schedule of this completed job as warm start'),
};
