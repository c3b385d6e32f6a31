/** What differs between two payloads: elements that came, went or changed, each by its name, and fields of the case. */
import type { JsonObject } from './file-format.ts';

export interface PayloadChange {
  /** `generators coal`; empty for a field of the case itself. */
  readonly about: string;
  /** Name of the field; empty for an element that came or went. */
  readonly field: string;
  /** Undefined where there was none, and for an element that came. */
  readonly before: unknown;
  /** Undefined where there is none, and for an element that went. */
  readonly after: unknown;
}

/** Fields that name an element of a list, the first that is given counts. */
const NAMES = ['name', 'id', 'line_id', 'bus'];

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The elements of a list by their names, those of one name numbered; undefined for what is no list of elements. */
function elementsOf(value: unknown): ReadonlyMap<string, JsonObject> | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return undefined;
  const elements = new Map<string, JsonObject>();
  for (const [index, element] of value.entries()) {
    const field = NAMES.find((name) => element[name] !== undefined);
    const name = field ? String(element[field]) : String(index);
    let free = name;
    for (let nth = 2; elements.has(free); nth += 1) free = `${name} (${nth})`;
    elements.set(free, element);
  }
  return elements;
}

/** In the order of the payloads; nothing for payloads that say the same. Order within lists does not count. */
export function payloadChanges(before: JsonObject, after: JsonObject): PayloadChange[] {
  return keysOf(before, after).flatMap((field) => {
    const [a, b] = [before[field], after[field]];
    if (isEqual(a, b)) return [];
    const [first, second] = [elementsOf(a ?? []), elementsOf(b ?? [])];
    if (first && second) return listChanges(field, first, second);
    if (isObject(a) && isObject(b)) return fieldChanges(field, a, b);
    return [{ about: '', field, before: a, after: b }];
  });
}

type Elements = ReadonlyMap<string, JsonObject>;

const listChanges = (list: string, before: Elements, after: Elements): PayloadChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    if (a && b) return fieldChanges(`${list} ${name}`, a, b);
    return [{ about: `${list} ${name}`, field: '', before: a, after: b }];
  });

const fieldChanges = (about: string, a: JsonObject, b: JsonObject): PayloadChange[] =>
  keysOf(a, b).flatMap((field) =>
    isEqual(a[field], b[field]) ? [] : [{ about, field, before: a[field], after: b[field] }],
  );

const keysOf = (a: JsonObject, b: JsonObject): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];

/** A value in one line; of numbers how many, and between what they lie. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (!Array.isArray(value) || value.length < 4 || !value.every((each) => typeof each === 'number'))
    return isObject(value) || Array.isArray(value) ? JSON.stringify(value).slice(0, 120) : String(value);
  const sum = value.reduce((total: number, each: number) => total + each, 0);
  const mean = Number((sum / value.length).toPrecision(5));
  return `${Math.min(...value)} to ${Math.max(...value)}, mean ${mean}`;
}
