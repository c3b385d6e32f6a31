/** A solve submission in canonical names, with the client's name of each path. */

import { foldProfiles } from '../arithmetic/profiles.ts';
import { curveMw } from '../elements/reserve.ts';
import {
  DC_LINE_ALIASES,
  INTERFACE_ALIASES,
  isObject,
  type JsonObject,
  LINE_ALIASES,
  type Renamed,
  rename,
} from './aliases.ts';
import { type CanonicalContingency, canonicalContingencies, MAX_LIST } from './contingencies.ts';

type Loc = readonly (string | number)[];

/** A body in canonical names, and the translation of canonical paths to the client's names. */
export interface Canonical {
  readonly body: unknown;
  clientPath(loc: Loc): Loc;
}

const unchanged = (body: unknown): Canonical => ({ body, clientPath: (loc) => loc });

export function canonicalSolveBody(body: unknown): Canonical {
  if (!isObject(body) || !isObject(body['payload'])) return unchanged(body);
  const payload = canonicalPayload(body['payload']);
  return { body: { ...body, payload: payload.body }, clientPath: payload.clientPath };
}

export function canonicalPayload(payload: unknown): Canonical {
  if (!isObject(payload)) return unchanged(payload);
  const generators = renamedItems(payload['generators'], (unit) => foldProfiles('generators', unit));
  const transmission_lines = renamedItems(payload['transmission_lines'], (line) =>
    canonicalLine(line, payload['base_mva']),
  );
  const dc_lines = renamedItems(payload['dc_lines'], canonicalDcLine);
  const interfaces = renamedItems(payload['interfaces'], (item) => rename(item, INTERFACE_ALIASES));
  const lines = transmission_lines?.map(({ object }) => object) ?? [];
  const contingencies = canonicalContingencies(payload['contingencies'], lines);
  const reserves = renamedItems(payload['reserves'], canonicalReserve);
  const lists = Object.entries({
    ...{ generators, transmission_lines, dc_lines, interfaces, contingencies, reserves },
  });
  const canonical = lists.flatMap(([list, items]) =>
    items ? [[list, items.map(({ object }) => object)]] : [],
  );
  return {
    body: { ...payload, ...Object.fromEntries(canonical) },
    clientPath: (loc) => clientPath(loc, Object.fromEntries(lists)),
  };
}

/** Items with canonical names; undefined if the value is not a list or is too long. Validation then refuses it. */
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

type Lists = Readonly<Record<string, readonly (Renamed<unknown> | CanonicalContingency)[] | undefined>>;

/**
 * Canonical path -> path in the client's body: `payload.transmission_lines[2].rating_mw` ->
 * `payload.transmission_lines[2].capacity` if the client sent `capacity`. A path to `rated` becomes the client's name
 * of the number that a profile replaced.
 */
function clientPath(loc: Loc, lists: Lists): Loc {
  const at = loc.findIndex((step) => Object.hasOwn(lists, step));
  const place = loc[at + 1];
  if (at < 0 || typeof place !== 'number') return loc;
  const item = lists[loc[at] ?? '']?.[place];
  const index = item && 'at' in item ? item.at : place;
  const [field, number, ...rest] = loc.slice(at + 2);
  const start = [...loc.slice(0, at + 1), index];
  if (field === 'rated' && typeof number === 'string' && item?.names.has(number))
    return [...start, number, ...rest];
  const name = typeof field === 'string' ? [item?.names.get(field) ?? field] : [];
  return [...start, ...name, ...loc.slice(at + 3)];
}

const DEFAULT_BASE_MVA = 100;

/** Fields from which a reactance is computed if x_pu is absent. */
export const REACTANCES = [['x_ohm', 'v_nom_kv'], ['susceptance_pu']] as const;

/** Converts a status of 0 or 1, as in MATPOWER, to a boolean. */
const toBoolean = (value: unknown): unknown => (value === 1 ? true : value === 0 ? false : value);

/** Converts a transmission line in any accepted form to canonical names and a reactance in per unit. */
function canonicalLine(line: JsonObject, baseMva: unknown): Renamed {
  const { object: renamed, names: aliases } = rename(line, LINE_ALIASES);
  const { object, names: profiles } = foldProfiles('transmission_lines', renamed);
  const base = typeof baseMva === 'number' ? baseMva : DEFAULT_BASE_MVA;
  return {
    object: {
      ...withIdAndStatus(object),
      ...((object['x_pu'] ?? null) === null && reactance(object, base)),
    },
    names: new Map([...aliases, ...profiles]),
  };
}

function canonicalDcLine(line: JsonObject): Renamed {
  const { object, names } = rename(line, DC_LINE_ALIASES);
  return { object: withIdAndStatus(object), names };
}

/** Adds the requirement of a product with a demand curve: the sum of its blocks. */
function canonicalReserve(product: JsonObject): Renamed {
  const { demand_curve: curve, mw = null } = product;
  if (!Array.isArray(curve) || mw !== null) return { object: product, names: new Map() };
  return { object: { ...product, mw: curveMw(curve) }, names: new Map([['mw', 'demand_curve']]) };
}

const withIdAndStatus = (line: JsonObject): JsonObject => ({
  ...line,
  ...('id' in line && { id: typeof line['id'] === 'number' ? String(line['id']) : line['id'] }),
  ...('in_service' in line && { in_service: toBoolean(line['in_service']) }),
});

/** Reactance of a line: x = x_ohm * base / kV^2, or x = 1 / b; empty if the line states neither. */
function reactance(line: JsonObject, baseMva: number): JsonObject {
  const { x_ohm: ohm, v_nom_kv: kv, susceptance_pu: b } = line;
  if (typeof ohm === 'number' && typeof kv === 'number' && kv > 0) return { x_pu: (ohm * baseMva) / kv ** 2 };
  if (typeof b === 'number' && b !== 0) return { x_pu: 1 / b };
  return {};
}
