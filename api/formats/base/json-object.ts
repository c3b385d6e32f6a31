/**
 * An object of a parsed JSON file, read field by field: each read says what it wants and refuses anything else
 * with the place. Fields that nobody has read are known at the end.
 */
import { checkCount, ImportError } from './import-error.ts';
import type { Place, ReportBuilder } from './report.ts';

/** Points of a curve, tiers of a start, elements of a contingency: cases have some ten. */
const MAX_LIST = 100;
/** Characters of the name of an element. */
const MAX_NAME = 200;
/** A report tells of no more in one object. */
const MAX_UNREAD = 100;

export type JsonObject = ReturnType<typeof toJsonObject>;

export function toJsonObject(source: unknown, path: Place = []): ObjectReader {
  if (!isRecord(source)) throw new ImportError(path, 'Should be an object');
  return new ObjectReader(source, path);
}

class ObjectReader {
  readonly path: Place;
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();

  constructor(source: Readonly<Record<string, unknown>>, path: Place) {
    this.#source = source;
    this.path = path;
  }

  /** Present and not null. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Any value, unchecked; undefined when absent or null. */
  value(name: string): unknown {
    this.#asked.add(name);
    return Object.hasOwn(this.#source, name) ? (this.#source[name] ?? undefined) : undefined;
  }

  /** A finite number. Each reader below refuses an absent field unless it is given a fallback. */
  number(name: string, fallback?: number): number {
    return this.#read(name, fallback, toNumber);
  }

  integer(name: string, fallback?: number): number {
    return this.#read(name, fallback, toInteger);
  }

  /** true, false, 1 or 0. */
  flag(name: string, fallback?: boolean): boolean {
    return this.#read(name, fallback, toFlag);
  }

  text(name: string, fallback?: string): string {
    return this.#read(name, fallback, toText);
  }

  /** One number per period, or one for all of them; shape [length]. */
  series(name: string, length: number, fallback?: number): number[] {
    const all = fallback === undefined ? undefined : new Array<number>(length).fill(fallback);
    return this.#read(name, all, (found, path) => toSeries(found, length, path));
  }

  /** A series that stands inside a field. */
  seriesOf(found: unknown, length: number, path: Place): number[] {
    return toSeries(found, length, path);
  }

  numbers(name: string, fallback?: readonly number[]): readonly number[] {
    return this.#read(name, fallback, (found, path) =>
      toList(found, path).map((item, i) => toNumber(item, [...path, i])),
    );
  }

  list(name: string, fallback?: readonly unknown[]): readonly unknown[] {
    return this.#read(name, fallback, toList);
  }

  /** The objects in a dictionary; an absent one is empty. */
  objects(name: string): (readonly [name: string, object: JsonObject])[] {
    return this.#read(name, [], (found, path) => {
      if (!isRecord(found)) throw new ImportError(path, 'Should be an object');
      const items = Object.entries(found);
      checkCount(items, path);
      const long = items.find(([key]) => key.length > MAX_NAME);
      if (long) throw new ImportError(path, `A name has more than ${MAX_NAME} characters`);
      return items.map(([key, item]) => [key, toJsonObject(item, [...path, key])]);
    });
  }

  /** All fields. */
  entries(): (readonly [name: string, value: unknown])[] {
    return Object.keys(this.#source).map((name) => [name, this.value(name)]);
  }

  /** Paths of fields that no call above has asked for, the first of very many. */
  unread(): Place[] {
    const names = Object.keys(this.#source).filter((name) => !this.#asked.has(name));
    return names.slice(0, MAX_UNREAD).map((name) => [...this.path, name]);
  }

  #read<T>(name: string, fallback: T | undefined, parse: (found: unknown, path: Place) => T): T {
    const found = this.value(name);
    if (found !== undefined) return parse(found, [...this.path, name]);
    if (fallback === undefined) throw new ImportError([...this.path, name], 'Field required');
    return fallback;
  }
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

/** Reports what a format defines no meaning for, or a reader did not ask for. */
export function noteUnknownFields(object: JsonObject, report: ReportBuilder): void {
  for (const path of object.unread())
    report.drop('warning', 'unknown_field', `The format does not define '${path.at(-1)}'`, path);
}
