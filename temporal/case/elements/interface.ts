/** An interface: a limit of the weighted sum of the flows of several lines, in the base case or after a contingency. */
import { object } from 'yup';
import { amount, list, number, signedLimit, text } from './attribute.ts';

/** Maximum number of lines of an interface. */
const MAX_LINES = 5000;

const part = object({
  id: text().required(),
  factor: number(undefined, 'Weight of the flow from from_bus to to_bus').required(),
});
const parts = (description: string) => list(part, description, { bounds: { most: MAX_LINES } });

export const NETWORK_INTERFACE = {
  id: text('Unique among interfaces', { aliases: ['name'] }).required(),
  lines: parts('Lines with the factors of their flows').required(),
  dc_lines: parts('DC lines with the factors of their flows'),
  p_min_mw: signedLimit('MW', 'Least sum of factor x flow; absent or null = unlimited'),
  p_max_mw: signedLimit('MW', 'Largest sum of factor x flow; absent or null = unlimited'),
  penalty_usd_per_mwh: amount('$/MWh', 'Makes the limits soft; absent = hard'),
};

export const INTERFACE = {
  ...NETWORK_INTERFACE,
  contingency: text('Id of a contingency that loses lines: the limits apply to the flows after it'),
};
