/** Differences between cases as rows of a table. Pure. */

import { capitalized } from '../../client/period-names.ts';
import { count, exact } from '../parts/format.ts';
import { listNamed } from './case-lists.ts';

export interface Difference {
  /** Subject of the difference, such as `Units: U1` or `Units: 40 differ`. */
  readonly what: string;
  readonly field: string;
  /** Text for each case. */
  readonly values: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
/** A value with its field and element. */
type Leaf = readonly [field: string, element: string, value: unknown];

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number');
const words = (name: string): string => capitalized(name.replaceAll('_', ' '));

/**
 * All values of a case: fields of elements, members of objects, and other fields of the case. A value with an empty
 * field name marks that an element exists.
 */
const leavesOf = (fields: Fields): Leaf[] =>
  Object.entries(fields).flatMap(([name, value]): Leaf[] => {
    const list = listNamed(name);
    const labelOf = (field: string) => list?.fields.find((each) => each.name === field)?.text ?? words(field);
    if (isObject(value)) return Object.entries(value).map(([key, each]) => [words(key), words(name), each]);
    if (!Array.isArray(value) || !value.every(isObject)) return [[words(name), 'Case', value]];
    return value.flatMap((element, at) => {
      const id = `${list?.text ?? words(name)}: ${element[list?.id ?? 'id'] ?? element['name'] ?? at}`;
      const fieldLeaves = Object.entries(element).map(([field, each]): Leaf => [labelOf(field), id, each]);
      return [['', id, 'is there'] as const, ...fieldLeaves];
    });
  });

/** If more elements than this differ in a field, they share one row; otherwise each has a row. */
const SINGLE = 3;

/** Differences in the order of the first case. An element that is missing in some cases has one row. */
export function differencesOf(cases: readonly Fields[]): Difference[] {
  const values = new Map<string, { readonly leaf: Leaf; readonly of: unknown[] }>();
  for (const [at, fields] of cases.entries())
    for (const leaf of leavesOf(fields)) {
      const key = JSON.stringify(leaf.slice(0, 2));
      const place = values.get(key) ?? { leaf, of: cases.map(() => undefined) };
      place.of[at] = leaf[2] ?? undefined;
      values.set(key, place);
    }
  const groups = new Map<string, { readonly element: string; readonly of: readonly unknown[] }[]>();
  for (const { leaf, of } of values.values()) {
    const [field, element] = leaf;
    const there = values.get(JSON.stringify(['', element]))?.of ?? of;
    if (new Set(of.map((value) => JSON.stringify(value))).size === 1) continue;
    if (field !== '' && there !== of && there.includes(undefined)) continue;
    const group = JSON.stringify([element.split(': ')[0], field]);
    groups.set(group, [...(groups.get(group) ?? []), { element, of }]);
  }
  return [...groups].flatMap(([group, changed]) => {
    const [list, field] = JSON.parse(group);
    const isHourly = changed.some(({ of }) => of.some(areNumbers));
    const sumsOf = cases.map((fields) => sumWords(field, isHourly, fields));
    if (changed.length <= SINGLE)
      return changed.map(({ element, of }) => ({ what: element, field, values: textsOf(of, sumsOf) }));
    const all = cases.map((_, at) => changed.flatMap(({ of }) => of[at] ?? []));
    return [{ what: `${list}: ${changed.length} differ`, field, values: textsOf(all, sumsOf) }];
  });
}

type SumWords = (values: readonly number[]) => string;
const MINUTES_PER_HOUR = 60;

/**
 * Text that sums up several numbers: the energy of power by hour, the sum of MW or MWh over elements, or the average of
 * other numbers.
 */
function sumWords(field: string, isHourly: boolean, { interval_minutes: minutes }: Fields): SumWords {
  const sum: (values: readonly number[]) => number = (values) => values.reduce((all, each) => all + each, 0);
  if (!/, MWh?$/.test(field)) return (values) => `${exact(sum(values) / values.length)} on average`;
  const hours = typeof minutes === 'number' ? minutes / MINUTES_PER_HOUR : 1;
  return (values) => (isHourly ? `${exact(sum(values) * hours)} MWh in all` : `${exact(sum(values))} in all`);
}

/**
 * Texts of values. The text of a series that is a multiple of the first series includes the factor. `sums`: one
 * function per value.
 */
const textsOf = (values: readonly unknown[], sums: readonly SumWords[]): string[] =>
  values.map((value, at) => {
    const [first] = values;
    if (areNumbers(value)) return `${sums[at]?.(value)}${factorWords(first, value)}`;
    return textOf(value);
  });

function factorWords(first: unknown, value: readonly number[]): string {
  if (value === first || !areNumbers(first)) return '';
  const sums = [first, value].map((numbers) => numbers.reduce((sum, each) => sum + each, 0));
  const factor = (sums[1] ?? 0) / (sums[0] ?? 0);
  const isScaled = value.every(
    (each, i) => Math.abs(each - factor * (first[i] ?? 0)) <= 1e-6 * Math.abs(each),
  );
  return isScaled && factor !== 1 ? ` (× ${exact(factor)})` : '';
}

const LONGEST = 60;

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'number') return exact(value);
  if (Array.isArray(value) && value.every((each) => each === 'is there')) return count(value.length);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
