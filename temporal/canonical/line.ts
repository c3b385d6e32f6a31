/** A transmission line in any accepted spelling -> canonical names and per-unit reactance. */
import { LINE_ALIASES } from './aliases.ts';
import { type JsonObject, type Renamed, rename } from './rename.ts';

const DEFAULT_BASE_MVA = 100;

/** Fields that say a reactance without x_pu. */
export const REACTANCES = [['x_ohm', 'v_nom_kv'], ['susceptance_pu']] as const;

/** Units of MATPOWER: a status of 0 or 1 is a boolean here. */
const toBoolean = (value: unknown): unknown => (value === 1 ? true : value === 0 ? false : value);

export function canonicalLine(line: JsonObject, baseMva: unknown): Renamed {
  const { object, names } = rename(line, LINE_ALIASES);
  const base = typeof baseMva === 'number' ? baseMva : DEFAULT_BASE_MVA;
  return {
    object: {
      ...object,
      ...('id' in object && { id: typeof object['id'] === 'number' ? String(object['id']) : object['id'] }),
      ...('in_service' in object && { in_service: toBoolean(object['in_service']) }),
      ...((object['x_pu'] ?? null) === null && reactance(object, base)),
    },
    names,
  };
}

/** x = x_ohm * base / kV^2, or x = 1 / b; nothing when the line says neither. */
function reactance(line: JsonObject, baseMva: number): JsonObject {
  const { x_ohm: ohm, v_nom_kv: kv, susceptance_pu: b } = line;
  if (typeof ohm === 'number' && typeof kv === 'number' && kv > 0) return { x_pu: (ohm * baseMva) / kv ** 2 };
  if (typeof b === 'number' && b !== 0) return { x_pu: 1 / b };
  return {};
}
