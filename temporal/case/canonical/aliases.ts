/** Replaces aliases of fields by canonical names, according to the table of elements. */
import type { Schema } from 'yup';
import { ELEMENTS } from '../elements/index.ts';

/** Canonical name -> its aliases. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const aliasesOf = (attributes: Readonly<Record<string, Schema>>): Aliases =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { spec }]) =>
      spec.meta?.aliases ? [[name, spec.meta.aliases]] : [],
    ),
  );

export const LINE_ALIASES = aliasesOf(ELEMENTS.transmission_lines.attributes);
export const DC_LINE_ALIASES = aliasesOf(ELEMENTS.dc_lines.attributes);
export const INTERFACE_ALIASES = aliasesOf(ELEMENTS.interfaces.attributes);
export const CONTINGENCY_ALIASES = aliasesOf(ELEMENTS.contingencies.attributes);

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Renamed<T = JsonObject> {
  readonly object: T;
  /** Canonical name -> name that the client used, if they differ. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Renames the fields of one object to their canonical names and records the names used by the client. If several names
 * of a field are present, the canonical name takes precedence, then the aliases in the order of the table; a null
 * counts as absent.
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

/** The alias that the client sent with null. Null can have a meaning, such as no limit. */
const nullAlias = (object: JsonObject, canonical: string, others: readonly string[]): string | undefined =>
  Object.hasOwn(object, canonical) ? undefined : others.find((alias) => Object.hasOwn(object, alias));
