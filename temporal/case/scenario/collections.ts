/** The lists of a payload whose elements a variable can change, with their properties. */
import { type Schema, type SchemaDescription, ValidationError } from 'yup';
import { fieldsOf } from '../arithmetic/fields.ts';
import { ELEMENTS } from '../elements/index.ts';
import { tooLarge } from '../messages/bounds.ts';
import {
  dcLineSchema,
  generatorSchema,
  interfaceSchema,
  lineSchema,
  loadSchema,
  phaseShifterSchema,
  renewableSchema,
  reserveSchema,
  type SolvePayload,
  storageSchema,
} from '../schema.ts';

export type Collection = keyof Pick<
  SolvePayload,
  | 'generators'
  | 'loads'
  | 'transmission_lines'
  | 'dc_lines'
  | 'interfaces'
  | 'phase_shifters'
  | 'renewables'
  | 'storage'
  | 'reserves'
>;

/**
 * How a numeric field takes a value:
 * - `number`: one number, or a list in which every number is changed.
 * - `hours`: a whole number of intervals, in hours; results are rounded.
 * - `hourly`: an array [horizon]; when absent, a value fills every hour.
 * - `rating`: a number, or a list of numbers; 0 and null mean "unlimited".
 * - `curve`: points {mw, usd_per_h}; a value changes their marginal cost.
 */
export type FieldKind = 'number' | 'hours' | 'hourly' | 'rating' | 'curve';

interface CollectionFacts {
  readonly noun: string;
  readonly schema: Schema;
  /** Names by which paths refer to the elements of a payload. */
  readonly names: (payload: SolvePayload) => string[];
  /**
   * Numeric fields that a variable can change. A map instead of an object, because clients send the names, and a name
   * may equal an inherited property.
   */
  readonly fields: ReadonlyMap<string, FieldKind>;
  /** Fields that may have one value per interval. */
  readonly varying: readonly string[];
  /** Fields that change costs only and leave the constraints of a schedule unchanged. */
  readonly costs: readonly string[];
}

const isNumeric = ({ type, meta, tests }: SchemaDescription): boolean =>
  (meta?.series !== undefined && meta.unit !== undefined) ||
  (type === 'number' && !tests.some(({ name }) => name === 'integer'));

function kindOf({ type, meta, nullable }: SchemaDescription): FieldKind {
  if (meta?.series && type === 'array') return 'hourly';
  if (meta?.unit === 'h') return 'hours';
  return nullable && meta?.unit === 'MW' && meta.series !== true ? 'rating' : 'number';
}

/** Fields of a schema that no scenario changes: they matter only to fuel limits. */
const INFORMATION = ['heat_rate_btu_per_kwh', 'startup_mmbtu'];

const PROFILE = /_profile$/;

/** Attribute that an older name stands for: `p_max_profile` stands for `p_max`. */
export const attributeOf = (field: string): string => field.replace(PROFILE, '');

/** Properties of a collection that follow from its schema. */
function collection(
  list: Collection,
  schema: Schema,
  more: Readonly<Record<string, FieldKind>> = {},
): CollectionFacts {
  const numeric = fieldsOf(schema).filter(([name, field]) => isNumeric(field) && !INFORMATION.includes(name));
  return {
    noun: ELEMENTS[list].noun,
    schema,
    names: ({ [list]: elements = [] }) => elements.map(nameOf),
    fields: new Map([
      ...numeric.map(([name, field]): [string, FieldKind] => [name, kindOf(field)]),
      ...Object.entries(more),
    ]),
    varying: numeric.filter(([, { meta }]) => meta?.series).map(([name]) => name),
    costs: [
      ...numeric.filter(([, { meta }]) => meta?.unit?.startsWith('$')).map(([name]) => name),
      ...Object.keys(more),
    ],
  };
}

type Named =
  | { readonly name: string }
  | { readonly id: string }
  | { readonly line: string }
  | { readonly bus: number };

function nameOf(element: Named): string {
  if ('name' in element) return element.name;
  if ('line' in element) return element.line;
  return 'id' in element ? element.id : String(element.bus);
}

export const COLLECTIONS: Readonly<Record<Collection, CollectionFacts>> = {
  // The cost curve can be reached by patterns only: a path ends with the text after its last dot, so it cannot name
  // this field.
  generators: collection('generators', generatorSchema, { 'cost_curve.usd_per_h': 'curve' }),
  loads: collection('loads', loadSchema),
  transmission_lines: collection('transmission_lines', lineSchema),
  dc_lines: collection('dc_lines', dcLineSchema),
  interfaces: collection('interfaces', interfaceSchema),
  phase_shifters: collection('phase_shifters', phaseShifterSchema),
  renewables: collection('renewables', renewableSchema),
  storage: collection('storage', storageSchema),
  reserves: collection('reserves', reserveSchema),
};

const isCollection = (name: string): name is Collection => Object.hasOwn(COLLECTIONS, name);

export const COLLECTION_NAMES: readonly Collection[] = Object.keys(COLLECTIONS).filter(isCollection);

/** Message that says why a changed element is invalid; null for a valid element. */
export const elementProblem = async (name: Collection, element: object): Promise<string | null> =>
  (await violation(COLLECTIONS[name].schema, element)) ?? tooLarge(element);

/** Message with the name of the field. Messages of this project's tests lack it; messages of yup contain it. */
const withPlace = ({ message, path = '' }: ValidationError): string =>
  message.startsWith(path) ? message : `${path}: ${message}`;

export async function violation(schema: Schema, value: unknown): Promise<string | null> {
  try {
    await schema.validate(value, { strict: true });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return withPlace(error);
    throw error;
  }
}
