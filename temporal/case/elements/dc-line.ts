/** A line whose power is set within its limits, whatever the angles are. */
import { flag, number, text, whole } from './attribute.ts';

const ENDS = {
  from_bus: whole(undefined, { aliases: ['bus0', 'f_bus', 'source_bus', 'from'] }).required(),
  to_bus: whole(undefined, { aliases: ['bus1', 't_bus', 'target_bus', 'to'] }).required(),
};

export const DC_LINE = {
  id: text('Unique among lines of both kinds', { aliases: ['name', 'line_id'] }).required(),
  ...ENDS,
  p_min_mw: number('MW', 'Least power from from_bus to to_bus; below 0: the other way').required(),
  p_max_mw: number('MW', 'Largest power from from_bus to to_bus').required(),
  in_service: flag(undefined, { aliases: ['status', 'active'] }),
};

export const NETWORK_DC_LINE = {
  id: text('Unique among all lines').required(),
  ...ENDS,
  p_min_mw: number('MW', 'Least flow from from_bus to to_bus; negative: the other way').required(),
  p_max_mw: number('MW', 'Largest flow from from_bus to to_bus').required(),
  in_service: flag().required(),
};
