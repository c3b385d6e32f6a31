/** An object whose every key must be a field: elsewhere unknown fields are passed over. */
import type { AnyObject, ObjectSchema } from 'yup';

/** The first unknown key is named. */
export const onlyKnown = <S extends ObjectSchema<AnyObject>>(schema: S): S =>
  schema.test({
    name: 'noUnknown',
    skipAbsent: true,
    test(value, context) {
      const unknown = Object.keys(value ?? {}).find((key) => !Object.hasOwn(schema.fields, key));
      if (unknown === undefined) return true;
      const path = context.path ? `${context.path}.${unknown}` : unknown;
      return context.createError({ path, type: 'noUnknown', message: 'Extra inputs are not permitted' });
    },
  });
