/** A value of one of two shapes; documented as `oneOf`. */
import { type AnyObject, type InferType, mixed, type ObjectSchema } from 'yup';
import { toJsonSchema } from '../../temporal/contract/json-schema.ts';

export function either<A extends ObjectSchema<AnyObject>, B extends ObjectSchema<AnyObject>>(a: A, b: B) {
  type Value = InferType<A> | InferType<B>;
  const shapes = [a, b].map((shape) => shape.noUnknown());
  const isOne = (value: unknown): value is Value =>
    shapes.filter((shape) => shape.isValidSync(value, { strict: true })).length === 1;
  return mixed<Value>(isOne)
    .required()
    .meta({ oneOf: [a, b].map(toJsonSchema) });
}
