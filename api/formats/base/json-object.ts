/** An object of a parsed JSON file, read field by field. Fields that nobody has read are known at the end. */
import { FieldReader } from './fields.ts';
import { checkCount, ImportError, type Notes, notesAt, type Place, type ReportBuilder } from './report.ts';

/** Points of a curve, tiers of a start, elements of a contingency: cases have some ten. */
const MAX_LIST = 100;
/** Characters of the name of an element. */
const MAX_NAME = 200;
/** A report tells of no more in one object. */
const MAX_UNREAD = 100;

type Source = Readonly<Record<string, unknown>>;

export class JsonObject extends FieldReader {
  readonly path: Place;
  readonly #source: Source;
  readonly #asked = new Set<string>();
  /** Objects in this one, by their place below it. */
  readonly #children = new Map<string, JsonObject>();

  constructor(source: unknown, report: ReportBuilder, path: Place = []) {
    super(report);
    if (!isRecord(source)) throw new ImportError(path, 'Should be an object');
    this.#source = source;
    this.path = path;
  }

  place(name: string): Place {
    return [...this.path, name];
  }

  refuse(name: string, message: string): never {
    throw new ImportError(this.place(name), message);
  }

  /** Notes about the object as a whole. */
  get notes(): Notes {
    return notesAt(this.report, ...this.path);
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

  number(name: string, fallback?: number): number {
    return this.#read(name, fallback, toNumber);
  }

  /** JSON has no Infinity, but `1e999` is read as one. */
  limit(name: string, fallback?: number): number {
    return this.#read(name, fallback, (found, path) =>
      Math.abs(Number(found)) === Number.POSITIVE_INFINITY ? Number(found) : toNumber(found, path),
    );
  }

  override integer(name: string, fallback?: number): number {
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

  numbers(name: string, fallback?: readonly number[]): readonly number[] {
    return this.#read(name, fallback, (found, path) =>
      toList(found, path).map((item, i) => toNumber(item, [...path, i])),
    );
  }

  list(name: string, fallback?: readonly unknown[]): readonly unknown[] {
    return this.#read(name, fallback, toList);
  }

  /** The object in a field. */
  object(name: string): JsonObject {
    return this.#child(this.value(name), name);
  }

  /** The object in a field; an absent one is empty. */
  section(name: string): JsonObject {
    return this.#child(this.value(name) ?? {}, name);
  }

  /** The objects in a list. */
  items(name: string): JsonObject[] {
    return this.list(name).map((item, i) => this.#child(item, name, i));
  }

  /** The objects in a dictionary; an absent one is empty. */
  objects(name: string): (readonly [name: string, object: JsonObject])[] {
    if (!this.has(name)) return [];
    const all = this.object(name);
    const keys = all.names();
    checkCount(keys, all.path);
    if (keys.some((key) => key.length > MAX_NAME))
      this.refuse(name, `A name has more than ${MAX_NAME} characters`);
    return keys.map((key) => [key, all.object(key)]);
  }

  /** Names of all fields, which count as read. */
  names(): string[] {
    const names = Object.keys(this.#source);
    for (const name of names) this.#asked.add(name);
    return names;
  }

  /** Takes fields that do not matter to the problem as read, and reports those that are there. */
  skip(code: string, message: string, names: readonly string[]): void {
    for (const name of names) if (this.has(name)) this.drop('info', code, message, name);
  }

  /** Reports fields that no call above has asked for, in all objects that have been read and here. */
  noteUnread(words = 'The format does not define'): void {
    for (const child of this.#children.values()) child.noteUnread(words);
    const names = Object.keys(this.#source).filter((name) => !this.#asked.has(name));
    for (const name of names.slice(0, MAX_UNREAD))
      this.drop('warning', 'unknown_field', `${words} '${name}'`, name);
  }

  #child(source: unknown, ...steps: readonly (string | number)[]): JsonObject {
    const key = JSON.stringify(steps);
    const child = this.#children.get(key) ?? new JsonObject(source, this.report, [...this.path, ...steps]);
    this.#children.set(key, child);
    return child;
  }

  #read<T>(name: string, fallback: T | undefined, parse: (found: unknown, path: Place) => T): T {
    const found = this.value(name);
    if (found !== undefined) return parse(found, this.place(name));
    return fallback === undefined ? this.refuse(name, 'Field required') : fallback;
  }
}

const isRecord = (value: unknown): value is Source =>
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

/** A series that stands inside a field. */
export function toSeries(found: unknown, length: number, path: Place): number[] {
  if (!Array.isArray(found)) return new Array<number>(length).fill(toNumber(found, path));
  if (found.length !== length)
    throw new ImportError(path, `Should have ${length} values, one per period, not ${found.length}`);
  return found.map((item, t) => toNumber(item, [...path, t]));
}
