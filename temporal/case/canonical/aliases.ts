/**
 * Other names that clients of neighbouring tools use for a field, by canonical name (PyPSA, MATPOWER, Egret, ...), and
 * how the fields of an object get their canonical names.
 */
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

export const DC_LINE_ALIASES: Aliases = {
  id: ['name', 'line_id'],
  from_bus: ['bus0', 'f_bus', 'source_bus', 'from'],
  to_bus: ['bus1', 't_bus', 'target_bus', 'to'],
  in_service: ['status', 'active'],
};

export const CONTINGENCY_ALIASES: Aliases = {
  id: ['name'],
  lines: ['line', 'line_id', 'outage_line', 'branch_contingency', 'affected_lines'],
  generators: ['affected_generators'],
};

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Renamed<T = JsonObject> {
  readonly object: T;
  /** canonical name -> the client's name, only where they differ */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Renames the fields of one object to their canonical names and remembers what the client called them. A canonical
 * name with a value wins over its aliases, they win in the order of the table; null is no
 * value.
 */
export function rename(object: JsonObject, aliases: Aliases): Renamed {
  const names = new Map<string, string>();
  const renamed: Record<string, unknown> = { ...object };
  for (const [canonical, others] of Object.entries(aliases)) {
    if (isGiven(object, canonical)) continue;
    const used = others.find((alias) => isGiven(object, alias)) ?? nullAlias(object, canonical, others);
    if (used === undefined) continue;
    renamed[canonical] = object[used];
    delete renamed[used];
    names.set(canonical, used);
  }
  return { object: renamed, names };
}

const isGiven = (object: JsonObject, name: string): boolean =>
  Object.hasOwn(object, name) && object[name] !== null;

/** Null may mean something, such as no limit. */
const nullAlias = (object: JsonObject, canonical: string, others: readonly string[]): string | undefined =>
  Object.hasOwn(object, canonical) ? undefined : others.find((alias) => Object.hasOwn(object, alias));
