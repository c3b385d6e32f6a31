/** Demand response: load that may be reduced at a cost, and that may come back later. */
import { amount, number, positive, text, varyingAmount, whole } from './attribute.ts';

/** Demand response whose hours are independent of each other, so that a run over windows may cut it anywhere. */
export const NETWORK_DEMAND_RESPONSE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  shed_max_mw: varyingAmount('MW', 'Largest reduction').required(),
  cost_usd_per_mwh: amount('$/MWh', 'Cost of the energy by which the load is reduced').required(),
};

export const DEMAND_RESPONSE = {
  ...NETWORK_DEMAND_RESPONSE,
  max_hours_per_day: amount(
    'h',
    'Most hours with a reduction in a day, a whole number of intervals; days of 24 h count from the first hour',
  ),
  recover_share: number(
    undefined,
    'Share of the reduced energy that comes back as load, default 0; 1 = shifting',
    {
      bounds: { least: 0, most: 1 },
    },
  ),
  recover_within_h: positive(
    'h',
    'The energy of an hour comes back within so many hours after it and before the end of the horizon; a whole number of intervals; required with recover_share above 0',
  ),
};
