/** Small schemas that several features share. */
import { type AnyObject, type InferType, mixed, number, type ObjectSchema, object, string } from 'yup';
import { toJsonSchema } from './json-schema.ts';

/** Query fields of a list that is read page by page. */
export const pageQuery = () => ({
  limit: number().integer().min(1).max(100).default(20).meta({ description: 'Largest number of entries' }),
  offset: number().integer().min(0).default(0).meta({ description: 'Number of entries to skip' }),
});

/** Query that selects a version of a record. */
export const versionQuery = object({
  version: string().optional().meta({ description: 'One of `versions`; default: the current one' }),
});

/** A message for people. */
export const messageSchema = object({ message: string().required() });

/** A value of one of two shapes, documented as `oneOf`. */
export function either<A extends ObjectSchema<AnyObject>, B extends ObjectSchema<AnyObject>>(a: A, b: B) {
  type Value = InferType<A> | InferType<B>;
  const shapes = [a, b].map((shape) => shape.noUnknown());
  const isOne = (value: unknown): value is Value =>
    shapes.filter((shape) => shape.isValidSync(value, { strict: true })).length === 1;
  return mixed<Value>(isOne)
    .required()
    .meta({ oneOf: [a, b].map(toJsonSchema) });
}
