/** The `lines` of a sensitivity request in canonical names. */
import type { Canonical } from '../../temporal/canonical/canonical.ts';
import { canonicalSolveBody } from '../../temporal/canonical/solve-body.ts';
import type { Stepwise } from '../../temporal/json/in-slices.ts';

type Loc = readonly (string | number)[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `lines` may be spelt as the transmission lines of a payload may. */
export function* canonicalLines(body: unknown): Stepwise<Canonical> {
  if (!isObject(body)) return { body, clientPath: (loc) => loc };
  const { lines, base_mva } = body;
  const canonical = yield* canonicalSolveBody({ payload: { transmission_lines: lines, base_mva } });
  const payload = isObject(canonical.body) ? canonical.body['payload'] : undefined;
  const renamed = isObject(payload) ? payload['transmission_lines'] : undefined;
  return {
    body: { ...body, ...('lines' in body && { lines: renamed ?? lines }) },
    clientPath: (loc) => (loc[1] === 'lines' || loc[0] === 'lines' ? throughPayload(canonical, loc) : loc),
  };
}

/** ['lines', 2, 'rating_mw'] -> ['lines', 2, 'capacity'] */
function throughPayload(canonical: Canonical, loc: Loc): Loc {
  const at = loc.indexOf('lines');
  const told = canonical.clientPath(['payload', 'transmission_lines', ...loc.slice(at + 1)]);
  return [...loc.slice(0, at + 1), ...told.slice(2)];
}
