/** How the fields of an object get their canonical names, whichever of those of the table of elements a client uses. */
import type { Schema } from 'yup';
import { ELEMENTS } from '../elements/index.ts';

/** Canonical name -> the others. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const aliasesOf = (attributes: Readonly<Record<string, Schema>>): Aliases =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { spec }]) =>
      spec.meta?.aliases ? [[name, spec.meta.aliases]] : [],
    ),
  );

export const LINE_ALIASES = aliasesOf(ELEMENTS.transmission_lines.attributes);
export const DC_LINE_ALIASES = aliasesOf(ELEMENTS.dc_lines.attributes);
export const CONTINGENCY_ALIASES = aliasesOf(ELEMENTS.contingencies.attributes);

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
