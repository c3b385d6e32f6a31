/** Profit of every participant at the prices of a result, and its largest profit at them. */
import { array, type InferType, object, string } from 'yup';
import { finite } from '../elements/units.ts';

export type { PriceKind } from '../elements/options.ts';

const PARTICIPANTS = [
  'generator',
  'renewable',
  'storage',
  'bid',
  'demand_response',
  'dc_line',
  'load',
] as const;

const usd = (description: string) => finite().required().meta({ unit: '$', description });

const participantSchema = object({
  name: string().required().meta({ description: 'Name of the element; bus_<n> for the load at a bus' }),
  kind: string().oneOf(PARTICIPANTS).required(),
  energy_revenue_usd: usd('Payment for energy at its bus; below 0 = the participant pays'),
  reserve_revenue_usd: usd('Payment for reserve and for headroom after the loss of generators'),
  cost_usd: usd(
    'Cost as scheduled, with allowances at the price of emission_limit_t and fuel at the prices of fuel_limits; less the value of stored energy, or of the demand of a bid',
  ),
  best_profit_usd: usd(
    'Largest profit at these prices within its own limits, commitment included; storage: at most this',
  ),
  uplift_usd: usd('Lost opportunity: best_profit_usd less the profit as scheduled'),
  make_whole_payment_usd: usd('max(0, cost - revenue); 0 for a load'),
});
export type Participant = InferType<typeof participantSchema>;

const settledSchema = object({
  participants: array(participantSchema).required(),
  total_uplift_usd: usd('Sum of uplift_usd'),
  make_whole_payment_usd: usd('Sum of make_whole_payment_usd'),
  congestion_rent_usd: usd('Payments for energy less earnings from it: rent of the network, and of losses'),
  operator_shortfall_usd: usd(
    'Value of all limits and allowances at their prices, less what the operator collects for them',
  ),
  dual_value_usd: usd(
    'Value of the Lagrangian dual at these prices: objective_value less total_uplift_usd and operator_shortfall_usd. For lmp with losses, an approximation',
  ),
});
export type Settled = InferType<typeof settledSchema>;

export const settlementSchema = object({
  lmp: settledSchema.optional().default(undefined),
  convex_hull: settledSchema.optional().default(undefined),
}).meta({
  description:
    'Present if options.pricing asks for it, for a commitment with such prices: settlement at each kind of prices',
});
