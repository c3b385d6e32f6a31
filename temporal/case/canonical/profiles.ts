/**
 * The older spelling of an attribute that varies: `p_max_profile` beside `p_max`. The list becomes the attribute itself, in what
 * clients send and in what was stored before the attribute took lists. The number beside it, which the list replaces, stays
 * as `rated` of a generator: it is the machine's own (temporal/case/README.md).
 */
import type { Schema } from 'yup';
import { ELEMENTS, PROFILED } from '../elements/index.ts';
import { isObject, type JsonObject, type Renamed } from './aliases.ts';

type List = keyof typeof PROFILED;
const LISTS: readonly List[] = ['generators', 'transmission_lines'];

/** The element itself where it has no profile. */
export function foldProfiles(list: List, element: JsonObject): Renamed {
  const names = new Map<string, string>();
  const attributes = PROFILED[list];
  if (!attributes.some((name) => `${name}_profile` in element)) return { object: element, names };
  const folded: Record<string, unknown> = { ...element };
  const rated: Record<string, unknown> = isObject(element['rated']) ? { ...element['rated'] } : {};
  for (const name of attributes) {
    const profile = folded[`${name}_profile`] ?? undefined;
    // Two lists for one attribute stay side by side, and are refused.
    if (profile !== undefined && Array.isArray(folded[name])) continue;
    delete folded[`${name}_profile`];
    if (profile === undefined) continue;
    const number = folded[name] ?? undefined;
    if (number !== undefined) rated[name] = number;
    folded[name] = profile;
    names.set(name, `${name}_profile`);
  }
  const isMachine = list === 'generators' && Object.keys(rated).length > 0;
  return { object: { ...folded, ...(isMachine && { rated }) }, names };
}

/** A payload that was stored when profiles were fields of their own; itself where it has none. */
export function withoutProfiles<Payload extends object>(payload: Payload): Payload {
  const changed = LISTS.flatMap((list) => {
    const elements: unknown = Reflect.get(payload, list);
    if (!Array.isArray(elements)) return [];
    const folded = elements.map((element) =>
      isObject(element) ? foldProfiles(list, element).object : element,
    );
    return folded.some((element, i) => element !== elements[i]) ? [[list, folded]] : [];
  });
  return changed.length > 0 ? { ...payload, ...Object.fromEntries(changed) } : payload;
}

/** JSON Schemas of the profiles beside those of the attributes of an element. */
export const profileSchemas = (list: List): JsonObject =>
  Object.fromEntries(
    Object.entries<Pick<Schema, 'spec'>>(ELEMENTS[list].attributes)
      .filter(([name]) => PROFILED[list].includes(name))
      .map(([name, { spec }]) => [
        `${name}_profile`,
        {
          type: 'array',
          items: spec.meta?.oneOf?.[1]?.['items'],
          description: `${spec.meta?.profile}, one value per hour`,
          'x-unit': spec.meta?.unit,
        },
      ]),
  );
