/** The body of a solve submission in canonical names; remembers how to name every path as the client did. */
import type { Stepwise } from '../../json/in-slices.ts';
import { isObject, type JsonObject, LINE_ALIASES, type Renamed, rename } from './aliases.ts';
import { type CanonicalContingency, canonicalContingencies, MAX_LIST } from './contingencies.ts';

type Loc = readonly (string | number)[];

/** A body in canonical names, and how to say a canonical path in the client's own names. */
export interface Canonical {
  readonly body: unknown;
  clientPath(loc: Loc): Loc;
}

const unchanged = (body: unknown): Canonical => ({ body, clientPath: (loc) => loc });

export function* canonicalSolveBody(body: unknown): Stepwise<Canonical> {
  if (!isObject(body) || !isObject(body['payload'])) return unchanged(body);
  const payload = body['payload'];
  const lines = yield* canonicalLines(payload);
  const contingencies = yield* canonicalContingencies(
    payload['contingencies'],
    lines?.map(({ object }) => object) ?? [],
  );
  return {
    body: {
      ...body,
      payload: {
        ...payload,
        ...(lines && { transmission_lines: lines.map(({ object }) => object) }),
        ...(contingencies && { contingencies: contingencies.map(({ object }) => object) }),
      },
    },
    clientPath: (loc) => clientPath(loc, lines ?? [], contingencies ?? []),
  };
}

/** Undefined for what is no list, or a longer one than a payload may have: it is refused as it is. */
function* canonicalLines(payload: JsonObject): Stepwise<readonly Renamed<unknown>[] | undefined> {
  const lines: unknown = payload['transmission_lines'];
  if (!Array.isArray(lines) || lines.length > MAX_LIST) return undefined;
  const renamed: Renamed<unknown>[] = [];
  for (const line of lines) {
    renamed.push(
      isObject(line) ? canonicalLine(line, payload['base_mva']) : { object: line, names: new Map() },
    );
    yield;
  }
  return renamed;
}

/** `payload.transmission_lines[2].rating_mw` -> `payload.transmission_lines[2].capacity` when that was sent. */
function clientPath(
  loc: Loc,
  lines: readonly Renamed<unknown>[],
  contingencies: readonly CanonicalContingency[],
): Loc {
  const at = loc.findIndex((step) => step === 'transmission_lines' || step === 'contingencies');
  const place = loc[at + 1];
  const field = loc[at + 2];
  if (at < 0 || typeof place !== 'number') return loc;
  const isLine = loc[at] === 'transmission_lines';
  const item = isLine ? lines[place] : contingencies[place];
  const index = isLine ? place : (contingencies[place]?.at ?? place);
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
