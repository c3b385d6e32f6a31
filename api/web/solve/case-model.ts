/** A case in memory: its length and counts (`Outline`), its elements page by page, and changes of fields. */

import { withoutProfiles } from '../../../temporal/case/arithmetic/profiles.ts';
import type { JsonObject } from '../../client/file-format.ts';
import { numberOf } from '../parts/typed.ts';
import { CASE_LISTS, type CaseField, type CaseList, listNamed } from './case-lists.ts';
import { type Picture, pictureOf } from './picture.ts';
import { numbersIn, seriesText } from './series.ts';

export interface Outline {
  readonly horizon: number | undefined;
  /** Length of an interval, min; undefined for intervals of an hour. */
  readonly interval?: number;
  /** List of elements -> number of elements; empty lists are omitted. */
  readonly counts: Readonly<Record<string, number>>;
  readonly buses: number;
  readonly contingencies: number;
  /** Start of the first interval, as written in the case. */
  readonly start?: string;
  readonly picture: Picture;
  readonly options: JsonObject;
  readonly solver: string | undefined;
}

export interface Row {
  readonly index: number;
  readonly id: string;
  /** Values as text, in the order of the fields. */
  readonly cells: readonly string[];
  /** Name of the field that replaces each value, such as `cost curve`; empty if the value applies. */
  readonly rules: readonly string[];
}

/** List and id of an element. */
export interface ElementName {
  readonly list: string;
  readonly id: string;
}

export interface CaseModel {
  outline(): Outline;
  rows(list: string, from: number, count: number): readonly Row[];
  /** Position of each element in its list; -1 if it is missing. */
  locate(elements: readonly ElementName[]): readonly number[];
  /** Changes a field. Returns an error message if the text is invalid. */
  change(list: string, index: number, field: string, text: string): string | undefined;
  /** JSON of the payload, with the given options and solver. */
  write(options: JsonObject, solver: string | undefined): string;
}

export function createCaseModel(casePayload: JsonObject): CaseModel {
  const payload = withoutProfiles(casePayload);
  // Elements of a list. A file may contain anything, so malformed elements are omitted.
  const elementsOf = (list: string): Record<string, unknown>[] => {
    const elements = payload[list];
    return Array.isArray(elements) ? elements.filter(isObject) : [];
  };
  return {
    outline: () => outlineOf(payload, elementsOf),
    rows(name, from, count) {
      const list = listNamed(name);
      if (!list) return [];
      return elementsOf(name)
        .slice(from, from + count)
        .map((element, at) => toRow(list, element, from + at));
    },
    locate: (elements) =>
      elements.map(({ list, id }) => {
        const field = listNamed(list)?.id ?? 'name';
        return elementsOf(list).findIndex((element) => String(element[field]) === id);
      }),
    change(name, index, fieldName, text) {
      const field = listNamed(name)?.fields.find((each) => each.name === fieldName);
      const element = elementsOf(name)[index];
      if (!field || !element) return 'The element no longer exists';
      const value = parseValue(field, text);
      if (value === undefined) return field.isSeries ? 'Should be one number per hour' : 'Should be a number';
      element[fieldName] = value;
      return undefined;
    },
    write: (options, solver) =>
      JSON.stringify({
        ...payload,
        ...(solver && { solver }),
        ...(Object.keys(options).length > 0 && { options }),
      }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toRow = ({ id, fields }: CaseList, element: Record<string, unknown>, index: number): Row => ({
  index,
  id: String(element[id] ?? index),
  cells: fields.map(({ name }) => toText(element[name])),
  rules: fields.map(({ ruledBy = '' }) => (isFilled(element[ruledBy]) ? ruledBy.replaceAll('_', ' ') : '')),
});

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? seriesText(value) : String(value);
};

/** Value in a text; undefined if it is invalid. */
function parseValue({ isSeries, varies, isOptional }: CaseField, text: string) {
  if (isOptional && text.trim() === '') return null;
  const number = isSeries ? undefined : numberOf(text);
  if (number !== undefined || !(isSeries || varies)) return number;
  const values = numbersIn(text)?.map((value) => (Number.isFinite(value) ? value : null));
  return isOptional || values?.every((value) => value !== null) ? values : undefined;
}

type ElementsOf = (list: string) => readonly Record<string, unknown>[];

function outlineOf(payload: JsonObject, elementsOf: ElementsOf): Outline {
  const { horizon, interval_minutes: interval, start_time: start, options, solver, contingencies } = payload;
  const counts = CASE_LISTS.map(({ name }) => [name, elementsOf(name).length] as const);
  return {
    horizon: typeof horizon === 'number' ? horizon : undefined,
    ...(typeof interval === 'number' && { interval }),
    ...(typeof start === 'string' && { start }),
    counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    buses: busesOf(elementsOf),
    contingencies: Array.isArray(contingencies) ? contingencies.length : 0,
    picture: pictureOf(hoursOf(elementsOf('loads')), elementsOf),
    options: isObject(options) ? options : {},
    solver: typeof solver === 'string' ? solver : undefined,
  };
}

/** Number of intervals. It is read from the loads, because the horizon stated in the case may be wrong. */
const hoursOf = (loads: readonly Record<string, unknown>[]): number =>
  loads.reduce((most, { values }) => Math.max(most, Array.isArray(values) ? values.length : 0), 0);

const BUS_FIELDS = ['bus', 'from_bus', 'to_bus'];

function busesOf(elementsOf: ElementsOf): number {
  const buses = new Set<unknown>();
  for (const { name } of CASE_LISTS)
    for (const element of elementsOf(name))
      for (const field of BUS_FIELDS) if (element[field] !== undefined) buses.add(element[field]);
  return buses.size;
}
