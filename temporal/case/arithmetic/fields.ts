/**
 * Properties of the fields of a case, read once from the schemas: their units, and whether they are series. There is no
 * other list of fields, so a field added to a schema is checked, cut to windows, varied and converted like all others.
 */
import type { Schema, SchemaDescription, SchemaFieldDescription } from 'yup';
import { ELEMENTS } from '../elements/index.ts';
import type { Unit } from '../elements/units.ts';
import { networkContentSchema } from '../network-schema.ts';
import { payloadSchema } from '../schema.ts';

type Fields = readonly (readonly [name: string, field: SchemaDescription])[];

const isDescription = (field: unknown): field is SchemaDescription =>
  typeof field === 'object' && field !== null && 'tests' in field;

function fieldsIn(of: SchemaFieldDescription): Fields {
  const within = 'innerType' in of ? of.innerType : of;
  if (!isDescription(within) || !('fields' in within)) return [];
  return Object.entries(within.fields ?? {}).flatMap(([name, field]) =>
    isDescription(field) ? [[name, field] as const] : [],
  );
}

/** Fields of an element, in the order of its schema. */
export const fieldsOf = (schema: Pick<Schema, 'describe'>): Fields => fieldsIn(schema.describe());

const PAYLOAD = fieldsOf(payloadSchema);

const unitsIn = (fields: Fields): [string, Unit | undefined][] =>
  fields.flatMap(([name, field]) => [[name, field.meta?.unit], ...unitsIn(fieldsIn(field))]);

const UNITS: ReadonlyMap<string, Unit | undefined> = new Map(unitsIn(PAYLOAD));

/** Unit of a field of a payload or of its elements; a field name has one unit throughout. */
export const unitOf = (field: string): Unit | undefined => UNITS.get(field);

/**
 * Name of a series -> name of its forecast, undefined if it has none. A list of parts, such as the blocks of a bid, is
 * also a key: its value holds the series of the parts.
 */
type SeriesFields = ReadonlyMap<string, string | undefined | SeriesFields>;

function seriesFields(lists: Fields): ReadonlyMap<string, SeriesFields> {
  const seriesOfLists = lists.map(([list, field]): [string, SeriesFields] => [list, seriesIn(field)]);
  // Loads come first, so that findings about loads come first too.
  return new Map([...seriesOfLists.filter(([list]) => list === 'loads'), ...seriesOfLists]);
}

const seriesIn = (element: SchemaFieldDescription): SeriesFields =>
  new Map(
    fieldsIn(element).flatMap(([name, field]): [string, string | undefined | SeriesFields][] => {
      if (field.meta?.series) return [[name, field.meta.actualOf]];
      const parts = 'innerType' in field ? seriesIn(field) : undefined;
      return parts?.size ? [[name, parts]] : [];
    }),
  );

const SERIES = {
  payload: seriesFields(PAYLOAD),
  network: seriesFields(fieldsOf(networkContentSchema)),
};

interface FoundSeries {
  readonly list: string;
  readonly position: number;
  /**
   * Path from the element to the part that has the series, such as a block of a bid; empty if the element itself has
   * it.
   */
  readonly within: readonly (string | number)[];
  readonly field: string;
  readonly element: object;
  readonly values: readonly (number | null)[];
  readonly actualOf: string | undefined;
}

/** All series of the elements of a payload or a network. An attribute with a single number is not a series. */
export function* seriesOf(kind: keyof typeof SERIES, content: object): Iterable<FoundSeries> {
  for (const [list, fields] of SERIES[kind]) {
    const elements: unknown = Reflect.get(content, list);
    if (!Array.isArray(elements)) continue;
    for (const [position, element] of elements.entries())
      yield* seriesWithin(fields, element, { list, position, within: [] });
  }
}

function* seriesWithin(
  fields: SeriesFields,
  element: object,
  place: Pick<FoundSeries, 'list' | 'position' | 'within'>,
): Iterable<FoundSeries> {
  for (const [field, series] of fields) {
    const values: unknown = Reflect.get(element, field);
    if (!Array.isArray(values)) continue;
    if (typeof series !== 'object') yield { ...place, field, element, values, actualOf: series };
    else
      for (const [k, part] of values.entries())
        yield* seriesWithin(series, part, { ...place, within: [...place.within, field, k] });
  }
}

/** Length of the longest series of a network, h; shorter series are repeated. */
export function longestSeries(network: object): number {
  let most = 1;
  for (const { values } of seriesOf('network', network)) most = Math.max(most, values.length);
  return most;
}

type Cut = <V>(values: readonly V[]) => V[];

/** An element of a payload with every series cut to the hours that `cut` keeps. */
export const withSeries = <T extends object>(list: keyof typeof ELEMENTS, element: T, cut: Cut): T =>
  withCut(SERIES.payload.get(list) ?? new Map(), element, cut);

function withCut<T extends object>(fields: SeriesFields, element: T, cut: Cut): T {
  const series = [...fields].flatMap(([field, parts]) => {
    const values: unknown = Reflect.get(element, field);
    if (!Array.isArray(values)) return [];
    const isPart = typeof parts === 'object';
    return [[field, isPart ? values.map((part: object) => withCut(parts, part, cut)) : cut<unknown>(values)]];
  });
  return { ...element, ...Object.fromEntries(series) };
}

const isElement = (list: string): list is keyof typeof ELEMENTS => Object.hasOwn(ELEMENTS, list);

/** A payload with every series of its elements cut to the hours that `cut` keeps. */
export function withHours<Payload extends object>(payload: Payload, cut: Cut): Payload {
  const fields: [string, unknown][] = Object.entries(payload);
  const lists = fields.flatMap(([list, elements]) =>
    isElement(list) && Array.isArray(elements)
      ? [[list, elements.map((element: object) => withSeries(list, element, cut))]]
      : [],
  );
  return { ...payload, ...Object.fromEntries(lists) };
}
