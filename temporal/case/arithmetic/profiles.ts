/**
 * Profiles: the older way to give an attribute one value per hour, such as `p_max_profile` besides `p_max`. The list of
 * the profile becomes the value of the attribute, in requests and in payloads that were stored before attributes took
 * lists. The number that it replaces is the limit of the machine, and a generator keeps it in `rated`
 * (temporal/README.md).
 */

/** Attributes whose list may also be given as `<name>_profile`. */
export const PROFILED = {
  generators: ['p_max', 'p_min'],
  transmission_lines: ['rating_mw', 'emergency_rating_mw'],
} as const;

export type ProfiledList = keyof typeof PROFILED;
const LISTS: readonly ProfiledList[] = ['generators', 'transmission_lines'];

type Element = Readonly<Record<string, unknown>>;

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Folded {
  /** Element in the current form; the original object if it has no profile. */
  readonly object: Element;
  /** Attribute -> name of the profile that it came from. */
  readonly names: ReadonlyMap<string, string>;
}

export function foldProfiles(list: ProfiledList, element: Element): Folded {
  const names = new Map<string, string>();
  const profiles = PROFILED[list].filter((name) => Object.hasOwn(element, `${name}_profile`));
  if (profiles.length === 0) return { object: element, names };
  const folded: Record<string, unknown> = { ...element };
  const rated: Record<string, unknown> = isElement(element['rated']) ? { ...element['rated'] } : {};
  for (const name of profiles) {
    const key = `${name}_profile`;
    const [number, profile] = [folded[name] ?? undefined, folded[key] ?? undefined];
    // If an attribute is a list and also has a profile, both are kept, so that validation refuses the case.
    if (profile !== undefined && Array.isArray(number)) continue;
    delete folded[key];
    if (profile === undefined) continue;
    if (number !== undefined) rated[name] = number;
    folded[name] = profile;
    names.set(name, key);
  }
  const isMachine = list === 'generators' && Object.keys(rated).length > 0;
  return { object: { ...folded, ...(isMachine && { rated }) }, names };
}

/** Converts a payload stored with separate profile fields; returns the payload itself if it has none. */
export function withoutProfiles<Payload extends object>(payload: Payload): Payload {
  const changed = LISTS.flatMap((list) => {
    const elements: unknown = Reflect.get(payload, list);
    if (!Array.isArray(elements)) return [];
    const folded = elements.map((element) =>
      isElement(element) ? foldProfiles(list, element).object : element,
    );
    return folded.some((element, i) => element !== elements[i]) ? [[list, folded]] : [];
  });
  return changed.length > 0 ? { ...payload, ...Object.fromEntries(changed) } : payload;
}
