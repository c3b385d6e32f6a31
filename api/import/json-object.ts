/**
 * An object of a parsed JSON file, read field by field: each read says what it wants and refuses anything else
 * with the place. Fields that nobody has read are known at the end.
 */

import { checkCount } from './check-count.ts';
import { ImportError } from './import-error.ts';
import type { Place } from './import-report.ts';

/** Points of a curve, tiers of a start, elements of a contingency: cases have some ten. */
const MAX_LIST = 100;

export interface JsonObject {
  readonly path: Place;
  /** Present and not null. */
  has(name: string): boolean;
  /** As it stands; undefined when absent or null. */
  value(name: string): unknown;
  /** A finite number. Each reader below refuses an absent field unless it is given a fallback. */
  number(name: string, fallback?: number): number;
  integer(name: string, fallback?: number): number;
  /** true, false, 1 or 0. */
  flag(name: string, fallback?: boolean): boolean;
  text(name: string, fallback?: string): string;
  /** One number per period, or one for all of them; shape [length]. */
  series(name: string, length: number, fallback?: number): number[];
  /** The same of a value inside a field. */
  seriesOf(found: unknown, length: number, path: Place): number[];
  numbers(name: string, fallback?: readonly number[]): readonly number[];
  list(name: string, fallback?: readonly unknown[]): readonly unknown[];
  /** The objects in a dictionary; an absent one is empty. */
  objects(name: string): (readonly [name: string, object: JsonObject])[];
  /** All fields. */
  entries(): (readonly [name: string, value: unknown])[];
  /** Paths of fields that no call above has asked for. */
  unread(): Place[];
}

export function toJsonObject(source: unknown, path: Place = []): JsonObject {
  if (!isRecord(source)) throw new ImportError(path, 'Should be an object');
  const asked = new Set<string>();
  const at = (name: string): Place => [...path, name];
  const value = (name: string): unknown => {
    asked.add(name);
    return Object.hasOwn(source, name) ? (source[name] ?? undefined) : undefined;
  };
  const read = <T>(name: string, fallback: T | undefined, parse: (found: unknown) => T): T => {
    const found = value(name);
    if (found !== undefined) return parse(found);
    if (fallback === undefined) throw new ImportError(at(name), 'Field required');
    return fallback;
  };
  return {
    path,
    value,
    has: (name) => value(name) !== undefined,
    number: (name, fallback) => read(name, fallback, (found) => toNumber(found, at(name))),
    integer: (name, fallback) => read(name, fallback, (found) => toInteger(found, at(name))),
    flag: (name, fallback) => read(name, fallback, (found) => toFlag(found, at(name))),
    text: (name, fallback) => read(name, fallback, (found) => toText(found, at(name))),
    series: (name, length, fallback) =>
      read(name, fallback === undefined ? undefined : new Array<number>(length).fill(fallback), (found) =>
        toSeries(found, length, at(name)),
      ),
    seriesOf: toSeries,
    numbers: (name, fallback) =>
      read(name, fallback, (found) =>
        toList(found, at(name)).map((item, i) => toNumber(item, [...at(name), i])),
      ),
    list: (name, fallback) => read(name, fallback, (found) => toList(found, at(name))),
    entries: () => Object.keys(source).map((name) => [name, value(name)]),
    objects: (name) =>
      read(name, [], (found) => {
        if (!isRecord(found)) throw new ImportError(at(name), 'Should be an object');
        const items = Object.entries(found);
        checkCount(items, at(name));
        return items.map(([key, item]) => [key, toJsonObject(item, [...at(name), key])]);
      }),
    unread: () =>
      Object.keys(source)
        .filter((name) => !asked.has(name))
        .map(at),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `1e999` parses to Infinity. */
function toNumber(found: unknown, path: Place): number {
  if (typeof found !== 'number' || !Number.isFinite(found))
    throw new ImportError(path, 'Should be a finite number');
  return found;
}

function toInteger(found: unknown, path: Place): number {
  const number = toNumber(found, path);
  if (!Number.isSafeInteger(number)) throw new ImportError(path, 'Should be a whole number');
  return number;
}

function toFlag(found: unknown, path: Place): boolean {
  if (found === true || found === 1) return true;
  if (found === false || found === 0) return false;
  throw new ImportError(path, 'Should be true or false, or 1 or 0');
}

function toList(found: unknown, path: Place): readonly unknown[] {
  if (!Array.isArray(found)) throw new ImportError(path, 'Should be a list');
  checkCount(found, path, MAX_LIST);
  return found;
}

function toText(found: unknown, path: Place): string {
  if (typeof found !== 'string') throw new ImportError(path, 'Should be text');
  return found;
}

function toSeries(found: unknown, length: number, path: Place): number[] {
  if (!Array.isArray(found)) return new Array<number>(length).fill(toNumber(found, path));
  if (found.length !== length)
    throw new ImportError(path, `Should have ${length} values, one per period, not ${found.length}`);
  return found.map((item, t) => toNumber(item, [...path, t]));
}
