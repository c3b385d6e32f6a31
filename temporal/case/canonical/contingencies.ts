/**
 * Converts contingencies in any accepted form to `{id, lines, generators, enabled}`. A string is the outage of the line
 * with that id. The strings "all_lines" and "n-1" stand for one outage for each line in service.
 */
import { LONGEST_NAME } from '../messages/bounds.ts';
import { CONTINGENCY_ALIASES, isObject, type JsonObject, type Renamed, rename } from './aliases.ts';

export const EVERY_LINE: readonly unknown[] = ['all_lines', 'n-1', 'N-1'];

/** One canonical contingency and its position in the client's list. */
export interface CanonicalContingency extends Renamed {
  readonly at: number;
}

/** Largest number of items of a list in a payload. */
export const MAX_LIST = 20_000;

/** Canonical contingencies; undefined if the value is not a list or is too long. Validation then refuses it. */
export function canonicalContingencies(
  contingencies: unknown,
  lines: readonly unknown[],
): readonly CanonicalContingency[] | undefined {
  const list: unknown = typeof contingencies === 'string' ? [contingencies] : contingencies;
  if (!Array.isArray(list) || list.length > MAX_LIST) return undefined;
  const canonical: CanonicalContingency[] = [];
  const every = list.some((item) => EVERY_LINE.includes(item)) ? inService(lines) : [];
  for (const [at, item] of list.entries()) {
    for (const contingency of meantBy(item, at, every)) canonical.push(contingency);
    // Stops at this length: repeated "all_lines" could otherwise make the list as long as the square of the number of
    // lines.
    if (canonical.length > MAX_LIST) break;
  }
  return canonical;
}

function meantBy(item: unknown, at: number, every: readonly string[]): CanonicalContingency[] {
  if (EVERY_LINE.includes(item)) return every.map((line) => ({ object: outage(line), names: NONE, at }));
  if (typeof item === 'string') return [{ object: outage(item), names: NONE, at }];
  if (!isObject(item)) return [{ object: { id: item }, names: NONE, at }];
  return [{ ...canonicalContingency(item, at), at }];
}

const NONE: ReadonlyMap<string, string> = new Map();
const outage = (line: string): JsonObject => ({ id: line, lines: [line] });

/** Ids of the lines in service. They are collected once, because each "n-1" in the list needs them. */
const inService = (lines: readonly unknown[]): string[] =>
  lines
    .filter(isObject)
    .filter(({ in_service }) => in_service !== false)
    .map(({ id }) => String(id));

function canonicalContingency(contingency: JsonObject, at: number): Renamed {
  const { object, names } = rename(contingency, CONTINGENCY_ALIASES);
  const elements = fromElements(object['elements']);
  const lines = listed(object['lines']) ?? elements.lines;
  const generators = listed(object['generators']) ?? elements.generators;
  return {
    object: {
      ...object,
      id: object['id'] ?? nameOf([lines ?? [], generators ?? []].flat(), at),
      ...(lines !== undefined && { lines }),
      ...(generators !== undefined && { generators }),
    },
    names,
  };
}

function nameOf(elements: readonly unknown[], at: number): string {
  const name = elements.join('+');
  return name === '' || name.length > LONGEST_NAME ? `contingency ${at}` : name;
}

const listed = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

/** Converts a contingency in the style of CIM, which is a list of elements with their types. */
function fromElements(elements: unknown): { lines?: unknown[]; generators?: unknown[] } {
  if (!Array.isArray(elements)) return {};
  const ofType = (elementType: string): unknown[] =>
    elements
      .filter(isObject)
      .filter(({ type }) => type === elementType)
      .map(({ id }) => id);
  return { lines: ofType('line'), generators: ofType('generator') };
}
