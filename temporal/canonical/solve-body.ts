/** The body of a solve submission in canonical names; remembers how to name every path as the client did. */

import type { Stepwise } from '../json/in-slices.ts';
import type { Canonical } from './canonical.ts';
import { type CanonicalContingency, canonicalContingencies, MAX_LIST } from './contingencies.ts';
import { canonicalLine } from './line.ts';
import { isObject, type JsonObject, type Renamed } from './rename.ts';

type Loc = readonly (string | number)[];

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
