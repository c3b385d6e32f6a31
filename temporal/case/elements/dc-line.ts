/** A line whose power is controlled within its limits, independent of bus angles. */
import { amount, flag, number, positive, text, varying, whole } from './attribute.ts';

const ENDS = {
  from_bus: whole(undefined, { aliases: ['bus0', 'f_bus', 'source_bus', 'from'] }).required(),
  to_bus: whole(undefined, { aliases: ['bus1', 't_bus', 'target_bus', 'to'] }).required(),
};

/** Attributes of the flow. Limits, losses and costs refer to the power sent, at whichever end it is sent. */
const FLOW = {
  p_min_mw: varying('MW', 'Least power from from_bus to to_bus; below 0: the other way').required(),
  p_max_mw: varying('MW', 'Largest power from from_bus to to_bus').required(),
  loss_factor: number(undefined, 'Share of the sent power that does not arrive, either way; default 0', {
    bounds: { least: 0, below: 1 },
  }),
  cost_usd_per_mwh: amount('$/MWh', 'Cost of the sent power, either way; default 0'),
  ramp_up: positive('MW/h', 'Largest rise of the power from from_bus to to_bus; absent = unlimited'),
  ramp_down: positive('MW/h', 'Largest fall of the power from from_bus to to_bus; absent = unlimited'),
  initial_power_mw: number('MW', 'Power before the first hour, for ramps; absent = any'),
};

export const DC_LINE = {
  id: text('Unique among lines of both kinds', { aliases: ['name', 'line_id'] }).required(),
  ...ENDS,
  ...FLOW,
  in_service: flag(undefined, { aliases: ['status', 'active'] }),
};

export const NETWORK_DC_LINE = {
  id: text('Unique among all lines').required(),
  ...ENDS,
  ...FLOW,
  in_service: flag().required(),
};
