/**
 * What the schemas say of the fields of a case, found once and by name: units, and which fields are series. Nobody lists
 * these again: a field that is added to a schema is checked, cut to windows, varied and converted like its neighbours.
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

/** Unit of a field of a payload or of its elements; one name has one unit. */
export const unitOf = (field: string): Unit | undefined => UNITS.get(field);

/** Field -> the series of the same element whose values were forecasts of its own; undefined of any other series. */
type SeriesFields = ReadonlyMap<string, string | undefined>;

function seriesFields(lists: Fields): ReadonlyMap<string, SeriesFields> {
  const found = lists.map(([list, field]): [string, SeriesFields] => {
    const series = fieldsIn(field).filter(([, { meta }]) => meta?.series);
    return [list, new Map(series.map(([name, { meta }]) => [name, meta?.actualOf]))];
  });
  // Findings begin with loads.
  return new Map([...found.filter(([list]) => list === 'loads'), ...found]);
}

const SERIES = {
  payload: seriesFields(PAYLOAD),
  network: seriesFields(fieldsOf(networkContentSchema)),
};

interface FoundSeries {
  readonly list: string;
  readonly position: number;
  readonly field: string;
  readonly element: object;
  readonly values: readonly (number | null)[];
  readonly actualOf: string | undefined;
}

/** Every series that the elements of a payload or a network have; one number in place of a series is none. */
export function* seriesOf(kind: keyof typeof SERIES, content: object): Iterable<FoundSeries> {
  for (const [list, fields] of SERIES[kind]) {
    const elements: unknown = Reflect.get(content, list);
    if (!Array.isArray(elements)) continue;
    for (const [position, element] of elements.entries())
      for (const [field, actualOf] of fields) {
        const values: unknown = Reflect.get(element, field);
        if (Array.isArray(values)) yield { list, position, field, element, values, actualOf };
      }
  }
}

/** Hours of the longest series of a network; all others repeat. */
export function longestSeries(network: object): number {
  let most = 1;
  for (const { values } of seriesOf('network', network)) most = Math.max(most, values.length);
  return most;
}

type Cut = <V>(values: readonly V[]) => V[];

/** An element of a payload with every series in it cut to some hours. */
export function withSeries<T extends object>(list: keyof typeof ELEMENTS, element: T, cut: Cut): T {
  const series = [...(SERIES.payload.get(list)?.keys() ?? [])].flatMap((field) => {
    const values: unknown = Reflect.get(element, field);
    return Array.isArray(values) ? [[field, cut<unknown>(values)]] : [];
  });
  return { ...element, ...Object.fromEntries(series) };
}

const isElement = (list: string): list is keyof typeof ELEMENTS => Object.hasOwn(ELEMENTS, list);

/** A payload with every series of its elements cut to some hours, whichever lists have any. */
export function withHours<Payload extends object>(payload: Payload, cut: Cut): Payload {
  const fields: [string, unknown][] = Object.entries(payload);
  const lists = fields.flatMap(([list, elements]) =>
    isElement(list) && Array.isArray(elements)
      ? [[list, elements.map((element: object) => withSeries(list, element, cut))]]
      : [],
  );
  return { ...payload, ...Object.fromEntries(lists) };
}
