/** Figures in the result of a tool, each with the names and the hour of its record. */
import { findMentions, type Role } from './mentions.ts';
import { unitKey } from './numbers.ts';

/** Support of a figure in an answer: a fact, or a value computed from facts. */
export interface Basis {
  readonly value: number;
  /** Tool that returned the figure; `question` or `history` for a figure stated in the conversation. */
  readonly source: string;
  /** Place of the figure in the result, for example `prices[3].price_usd_per_mwh`. */
  readonly path: string;
  /** Name of the figure, with its unit: the last part of `path`. */
  readonly key: string;
  /** Names and hour of the record and of its parents; absent for a computed value. */
  readonly labels?: Labels;
  /** Hour of an extreme, if the record states it: `max_hour` for `max_price_usd_per_mwh`. */
  readonly extremeHour?: number | undefined;
  /** Operands from which a value was computed. */
  readonly operands?: readonly Basis[];
}

/** Names and hour by which a record identifies its subject. */
export type Labels = ReadonlyMap<string, string | number>;

export interface Fact extends Basis {
  /** The list that the record belongs to, for example `prices[]`. */
  readonly table: string;
  readonly role: Role;
  readonly labels: Labels;
}

/** Subject of a figure: its own labels; for a computed figure, the labels common to all operands. */
export function labelsBehind({ labels, extremeHour, operands = [] }: Basis): Labels {
  if (labels) return extremeHour === undefined ? labels : new Map([...labels, ['hour', extremeHour]]);
  const [first = new Map(), ...others] = operands.map(labelsBehind);
  return new Map([...first].filter(([label, value]) => others.every((other) => other.get(label) === value)));
}

/** Longest label, characters; longer strings are prose, whose figures are facts too. */
const LONGEST_LABEL = 64;
/** Keys whose values do not identify a record. */
const NOT_A_LABEL = /^(?:statement|title|description|message|text|note|unit)s?$/;

type Place = Omit<Fact, 'value' | 'role'>;

export function collectFacts(source: string, data: unknown): Fact[] {
  return walk(data, { source, path: '', key: '', table: '', labels: new Map() });
}

function walk(data: unknown, place: Place): Fact[] {
  if (typeof data === 'number') return Number.isFinite(data) ? [toFact(data, place)] : [];
  if (typeof data === 'string') return isProse(data) ? fromProse(data, place) : [];
  if (Array.isArray(data)) return data.flatMap((item, index) => walk(item, itemOf(place, index)));
  if (typeof data !== 'object' || data === null) return [];
  const labels = new Map([...place.labels, ...labelsOf(data)]);
  return Object.entries(data).flatMap(([key, value]) =>
    walk(value, fieldOf({ ...place, labels, extremeHour: extremeHourOf(data, key) }, key)),
  );
}

function extremeHourOf(record: object, key: string): number | undefined {
  const extreme = /^(?:min|max)_/.exec(key)?.[0];
  const hour: unknown = extreme && Object.entries(record).find(([name]) => name === `${extreme}hour`)?.[1];
  return typeof hour === 'number' ? hour : undefined;
}

const toFact = (value: number, place: Place): Fact => ({
  ...place,
  value,
  role: isHour(place.key) ? 'hour' : 'value',
});

const isHour = (key: string): boolean => /(?:^|_)hour$/.test(key);
const isProse = (text: string): boolean => text.length > LONGEST_LABEL || /\s/.test(text);

/** Labels of a record; a name may contain blanks. */
export const labelsOf = (data: object): [string, string | number][] =>
  Object.entries(data).filter(
    ([key, value]) =>
      (typeof value === 'string' && value.length <= LONGEST_LABEL && !NOT_A_LABEL.test(key)) ||
      (key === 'hour' && typeof value === 'number'),
  );

const fromProse = (text: string, place: Place): Fact[] =>
  findMentions(text).flatMap(({ readings, role, unit }) =>
    readings.map(({ value }) => ({ ...place, key: unitKey(unit), value, role })),
  );

const itemOf = (place: Place, index: number): Place => ({
  ...place,
  path: `${place.path}[${index}]`,
  table: `${place.table}[]`,
});

const fieldOf = (place: Place, key: string): Place => ({
  ...place,
  path: place.path === '' ? key : `${place.path}.${key}`,
  table: place.table === '' ? key : `${place.table}.${key}`,
  key,
});
