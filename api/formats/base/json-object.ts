/** Reads an object of a parsed JSON file field by field, and keeps track of fields that were not read. */
import { FieldReader } from './fields.ts';
import { checkCount, ImportError, type Notes, notesAt, type Place, type ReportBuilder } from './report.ts';

/**
 * Maximum length of a list of curve points, startup tiers or contingency elements. Typical cases have about ten items.
 */
const MAX_LIST = 100;
/** Longest name of an element, characters. */
const MAX_NAME = 200;
/** Maximum number of unread fields reported per object. */
const MAX_UNREAD = 100;

type Source = Readonly<Record<string, unknown>>;

export class JsonObject extends FieldReader {
  readonly path: Place;
  readonly #source: Source;
  readonly #asked = new Set<string>();
  /** Place of a child, relative to this object -> child object. */
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

  /** True if the field is present and not null. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Value of a field, unchecked; undefined if absent or null. */
  value(name: string): unknown {
    this.#asked.add(name);
    return Object.hasOwn(this.#source, name) ? (this.#source[name] ?? undefined) : undefined;
  }

  number(name: string, fallback?: number): number {
    return this.#read(name, fallback, toNumber);
  }

  /** Reads a number that may be infinite; JSON expresses infinity as `1e999`. */
  limit(name: string, fallback?: number): number {
    return this.#read(name, fallback, (value, path) =>
      Math.abs(Number(value)) === Number.POSITIVE_INFINITY ? Number(value) : toNumber(value, path),
    );
  }

  override integer(name: string, fallback?: number): number {
    return this.#read(name, fallback, toInteger);
  }

  /** Reads a truth value: true, false, 1 or 0. */
  flag(name: string, fallback?: boolean): boolean {
    return this.#read(name, fallback, toFlag);
  }

  text(name: string, fallback?: string): string {
    return this.#read(name, fallback, toText);
  }

  /** Reads a series: one number per period, or one number for all periods. Shape [length]. */
  series(name: string, length: number, fallback?: number): number[] {
    const all = fallback === undefined ? undefined : new Array<number>(length).fill(fallback);
    return this.#read(name, all, (value, path) => toSeries(value, length, path));
  }

  numbers(name: string, fallback?: readonly number[]): readonly number[] {
    return this.#read(name, fallback, (value, path) =>
      toList(value, path).map((item, i) => toNumber(item, [...path, i])),
    );
  }

  list(name: string, fallback?: readonly unknown[]): readonly unknown[] {
    return this.#read(name, fallback, toList);
  }

  /** The object in a field. */
  object(name: string): JsonObject {
    return this.#child(this.value(name), name);
  }

  /** The object in a field; an empty object if absent. */
  section(name: string): JsonObject {
    return this.#child(this.value(name) ?? {}, name);
  }

  /** The objects in a list. */
  items(name: string): JsonObject[] {
    return this.list(name).map((item, i) => this.#child(item, name, i));
  }

  /** The objects in a dictionary, by name; empty if absent. */
  objects(name: string): (readonly [name: string, object: JsonObject])[] {
    if (!this.has(name)) return [];
    const all = this.object(name);
    const keys = all.names();
    checkCount(keys, all.path);
    if (keys.some((key) => key.length > MAX_NAME))
      this.refuse(name, `A name has more than ${MAX_NAME} characters`);
    return keys.map((key) => [key, all.object(key)]);
  }

  /** Names of all fields. The call marks all fields as read. */
  names(): string[] {
    const names = Object.keys(this.#source);
    for (const name of names) this.#asked.add(name);
    return names;
  }

  /** Marks fields that do not matter to the problem as read, and reports those that are present. */
  skip(code: string, message: string, names: readonly string[]): void {
    for (const name of names) if (this.has(name)) this.drop('info', code, message, name);
  }

  /** Reports fields that no call has read, in this object and in all of its children. */
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

  #read<T>(name: string, fallback: T | undefined, parse: (value: unknown, path: Place) => T): T {
    const value = this.value(name);
    if (value !== undefined) return parse(value, this.place(name));
    return fallback === undefined ? this.refuse(name, 'Field required') : fallback;
  }
}

const isRecord = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts a value to a finite number. Infinity is refused; `1e999` parses to it. */
function toNumber(value: unknown, path: Place): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new ImportError(path, 'Should be a finite number');
  return value;
}

function toInteger(value: unknown, path: Place): number {
  const number = toNumber(value, path);
  if (!Number.isSafeInteger(number)) throw new ImportError(path, 'Should be a whole number');
  return number;
}

function toFlag(value: unknown, path: Place): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new ImportError(path, 'Should be true or false, or 1 or 0');
}

function toList(value: unknown, path: Place): readonly unknown[] {
  if (!Array.isArray(value)) throw new ImportError(path, 'Should be a list');
  checkCount(value, path, MAX_LIST);
  return value;
}

function toText(value: unknown, path: Place): string {
  if (typeof value !== 'string') throw new ImportError(path, 'Should be text');
  return value;
}

/** Reads a series from a value: a list, or one number for all periods. */
export function toSeries(value: unknown, length: number, path: Place): number[] {
  if (!Array.isArray(value)) return new Array<number>(length).fill(toNumber(value, path));
  if (value.length !== length)
    throw new ImportError(path, `Should have ${length} values, one per period, not ${value.length}`);
  return value.map((item, t) => toNumber(item, [...path, t]));
}
