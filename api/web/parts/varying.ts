/**
 * Attributes of a case that have one value for all intervals, or one for each; of ratings null and 0 are none. What was written
 * before they took lists has a list as `<name>_profile` beside the number (pure).
 */
type Varying = number | null | undefined | readonly (number | null)[];

const isList = (values: Varying): values is readonly (number | null)[] => Array.isArray(values);

/** The value in an interval; undefined = no limit. */
export const valueAt = (values: Varying, interval: number): number | undefined =>
  (isList(values) ? values[interval] : values) ?? undefined;

/** The largest value of all intervals; no value is 0. */
export const largestOf = (values: Varying): number =>
  isList(values) ? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : (values ?? 0);

export interface Limited {
  readonly p_max: number | readonly number[];
  readonly rated?: { readonly p_max?: number | undefined } | undefined;
}

/** Largest output of a unit, MW. */
export const capacityOf = ({ p_max, rated }: Limited): number =>
  isList(p_max) ? (rated?.p_max ?? largestOf(p_max)) : p_max;

const PROFILE = /_profile$/;

/** Each profile becomes the attribute, and the number of a unit that it replaces what the unit is rated at. */
export function withoutProfiles<Element extends object>(element: Element): Element {
  const fields: [string, unknown][] = Object.entries(element);
  const profiles = fields.filter(([name, list]) => PROFILE.test(name) && Array.isArray(list));
  if (profiles.length === 0) return element;
  const copy: Record<string, unknown> = Object.fromEntries(fields);
  const rated: Record<string, unknown> = {};
  for (const [profile, list] of profiles) {
    const name = profile.replace(PROFILE, '');
    if (name.startsWith('p_')) rated[name] = copy[name];
    copy[name] = list;
    delete copy[profile];
  }
  return { ...copy, ...(Object.keys(rated).length > 0 && { rated }) } as Element;
}
