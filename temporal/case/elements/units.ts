/**
 * Units of physical quantities. A field built with one of these carries its unit into the OpenAPI document (`x-unit`), and
 * accepts only finite numbers.
 */
import { number, string } from 'yup';

type Quantity =
  | 'MW'
  | 'MWh'
  | 'MVA'
  | 'MVAr'
  | 'kV'
  | 'ohm'
  | 'deg'
  | 'rad'
  | 'km'
  | 'Hz'
  | 'h'
  | 'min'
  | 's'
  | 'min'
  | 't'
  | '$'
  | 'Btu'
  | 'MMBtu'
  | 'kWh';

/** A quantity, or a ratio of two such as `$/MWh`; `pu` and `%` are dimensionless. */
export type Unit = Quantity | `${Quantity}/${Quantity}` | '1/h' | '$/deg/h' | 'pu' | '%';

declare module 'yup' {
  interface CustomSchemaMetadata {
    description?: string;
    unit?: Unit;
    examples?: readonly unknown[];
    /** JSON Schema of the items of a list whose items are checked by one test. */
    items?: Readonly<Record<string, unknown>>;
    /** JSON schemas, exactly one of which a value matches. */
    oneOf?: readonly Readonly<Record<string, unknown>>[];
    /** JSON schemas, at least one of which a value matches. */
    anyOf?: readonly Readonly<Record<string, unknown>>[];
    /** JSON type of a value that a single test checks as a whole. */
    type?: string;
    /** Treatment of unknown fields of a body, at this object and below; dropped when absent. */
    unknownFields?: 'kept' | 'refused';
    /** True for a body that was accepted and stored before: its names and numbers need not meet the present rules. */
    isStored?: true;
    /** Bound of the numbers in the field, used instead of the global bound. */
    largest?: number;
    /** JSON Schema of every value of an object whose keys the client chooses. */
    additionalProperties?: Readonly<Record<string, unknown>>;
    /** HTTP status if the field is missing or wrong; 422 when absent. */
    status?: number;
    /**
     * True if the field may have one value per hour, or interval, of the horizon; `limits`: the same, for a limit; null
     * and 0 then mean no limit.
     */
    series?: true | 'limits';
    /** Name of the series of the same element that forecasts this one. */
    actualOf?: string;
    /** Aliases of the field, as used by similar tools. */
    aliases?: readonly string[];
    /** Description of the field `<name>_profile`, whose list replaces the number of the attribute. */
    profile?: string;
  }
}

/** Requires a finite number: JSON has no NaN, but `1e999` parses to Infinity. */
export const finite = () =>
  number().test(
    'finite_number',
    'Input should be a finite number',
    (value) => value === undefined || value === null || Number.isFinite(value),
  );

export const quantity = (unit: Unit, description: string) => finite().required().meta({ unit, description });

export const optionalQuantity = (unit: Unit, description: string) =>
  finite().optional().meta({ unit, description });

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Schema of an ISO 8601 date or date-time; without an offset it is local time. Does not check that the day exists. */
export const isoDate = (description: string) =>
  string()
    .matches(ISO_DATE, {
      message: 'Input should be an ISO date or date-time, such as 2020-07-05 or 2020-07-05T00:00:00',
    })
    .meta({ description });
