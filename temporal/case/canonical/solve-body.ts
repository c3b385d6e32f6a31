/** The body of a solve submission in canonical names; remembers how to name every path as the client did. */
import { DC_LINE_ALIASES, isObject, type JsonObject, LINE_ALIASES, type Renamed, rename } from './aliases.ts';
import { type CanonicalContingency, canonicalContingencies, MAX_LIST } from './contingencies.ts';

type Loc = readonly (string | number)[];

/** A body in canonical names, and how to say a canonical path in the client's own names. */
export interface Canonical {
  readonly body: unknown;
  clientPath(loc: Loc): Loc;
}

const unchanged = (body: unknown): Canonical => ({ body, clientPath: (loc) => loc });

export function canonicalSolveBody(body: unknown): Canonical {
  if (!isObject(body) || !isObject(body['payload'])) return unchanged(body);
  const payload = body['payload'];
  const lines = renamedItems(payload['transmission_lines'], (line) =>
    canonicalLine(line, payload['base_mva']),
  );
  const dcLines = renamedItems(payload['dc_lines'], canonicalDcLine);
  const contingencies = canonicalContingencies(
    payload['contingencies'],
    lines?.map(({ object }) => object) ?? [],
  );
  return {
    body: {
      ...body,
      payload: {
        ...payload,
        ...(lines && { transmission_lines: lines.map(({ object }) => object) }),
        ...(dcLines && { dc_lines: dcLines.map(({ object }) => object) }),
        ...(contingencies && { contingencies: contingencies.map(({ object }) => object) }),
      },
    },
    clientPath: (loc) => clientPath(loc, lines ?? [], dcLines ?? [], contingencies ?? []),
  };
}

/** Undefined for what is no list, or a longer one than a payload may have: it is refused as it is. */
function renamedItems(
  items: unknown,
  canonical: (item: JsonObject) => Renamed,
): readonly Renamed<unknown>[] | undefined {
  if (!Array.isArray(items) || items.length > MAX_LIST) return undefined;
  const renamed: Renamed<unknown>[] = [];
  for (const item of items) {
    renamed.push(isObject(item) ? canonical(item) : { object: item, names: new Map() });
  }
  return renamed;
}

/** `payload.transmission_lines[2].rating_mw` -> `payload.transmission_lines[2].capacity` when that was sent. */
function clientPath(
  loc: Loc,
  lines: readonly Renamed<unknown>[],
  dcLines: readonly Renamed<unknown>[],
  contingencies: readonly CanonicalContingency[],
): Loc {
  const lists: Readonly<Record<string, readonly (Renamed<unknown> | CanonicalContingency)[]>> = {
    transmission_lines: lines,
    dc_lines: dcLines,
    contingencies,
  };
  const at = loc.findIndex((step) => Object.hasOwn(lists, step));
  const place = loc[at + 1];
  const field = loc[at + 2];
  if (at < 0 || typeof place !== 'number') return loc;
  const item = lists[loc[at] ?? '']?.[place];
  const index = item && 'at' in item ? item.at : place;
  const name = typeof field === 'string' ? [item?.names.get(field) ?? field] : [];
  return [...loc.slice(0, at + 1), index, ...name, ...loc.slice(at + 3)];
}

const DEFAULT_BASE_MVA = 100;

/** Fields that say a reactance without x_pu. */
export const REACTANCES = [['x_ohm', 'v_nom_kv'], ['susceptance_pu']] as const;

/** Units of MATPOWER: a status of 0 or 1 is a boolean here. */
const toBoolean = (value: unknown): unknown => (value === 1 ? true : value === 0 ? false : value);

/** A transmission line in any accepted spelling -> canonical names and per-unit reactance. */
function canonicalLine(line: JsonObject, baseMva: unknown): Renamed {
  const { object, names } = rename(line, LINE_ALIASES);
  const base = typeof baseMva === 'number' ? baseMva : DEFAULT_BASE_MVA;
  return {
    object: {
      ...withIdAndStatus(object),
      ...((object['x_pu'] ?? null) === null && reactance(object, base)),
    },
    names,
  };
}

function canonicalDcLine(line: JsonObject): Renamed {
  const { object, names } = rename(line, DC_LINE_ALIASES);
  return { object: withIdAndStatus(object), names };
}

const withIdAndStatus = (line: JsonObject): JsonObject => ({
  ...line,
  ...('id' in line && { id: typeof line['id'] === 'number' ? String(line['id']) : line['id'] }),
  ...('in_service' in line && { in_service: toBoolean(line['in_service']) }),
});

/** x = x_ohm * base / kV^2, or x = 1 / b; nothing when the line says neither. */
function reactance(line: JsonObject, baseMva: number): JsonObject {
  const { x_ohm: ohm, v_nom_kv: kv, susceptance_pu: b } = line;
  if (typeof ohm === 'number' && typeof kv === 'number' && kv > 0) return { x_pu: (ohm * baseMva) / kv ** 2 };
  if (typeof b === 'number' && b !== 0) return { x_pu: 1 / b };
  return {};
}
