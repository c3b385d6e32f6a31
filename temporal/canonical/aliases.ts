/** Other names that clients of neighbouring tools use for a field, by canonical name (PyPSA, MATPOWER, Egret, ...). */
export type Aliases = Readonly<Record<string, readonly string[]>>;

export const LINE_ALIASES: Aliases = {
  id: ['name', 'line_id'],
  from_bus: ['bus0', 'f_bus', 'source_bus', 'from'],
  to_bus: ['bus1', 't_bus', 'target_bus', 'to'],
  x_pu: ['reactance', 'x', 'br_x'],
  r_pu: ['resistance', 'r', 'br_r'],
  rating_mw: [
    'capacity',
    'limit',
    'limit_mw',
    'flow_limit',
    'max_flow',
    's_nom_mva',
    'rate_a',
    'thermal_limit_mva',
    'rating_long_term',
    'normal_flow_limit_mw',
  ],
  emergency_rating_mw: ['rate_c', 'rating_emergency', 'emergency_limit_mw'],
  in_service: ['status', 'active'],
};

export const CONTINGENCY_ALIASES: Aliases = {
  id: ['name'],
  lines: ['line', 'line_id', 'outage_line', 'branch_contingency', 'affected_lines'],
  generators: ['affected_generators'],
};
