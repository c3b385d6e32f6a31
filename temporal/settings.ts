/** Reads the settings of a process from its environment; on a problem it names all of them and exits. */
import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup';

/** Empty strings count as absent, as in a `.env` file. Throws a yup `ValidationError` with every problem. */
export function parseSettings<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): InferType<S> {
  const given = Object.fromEntries(
    Object.keys(schema.fields)
      .map((key) => [key, env[key]])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  return schema.validateSync(given, { abortEarly: false, stripUnknown: true });
}

export function readSettings<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): InferType<S> {
  try {
    return parseSettings(schema, env);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    process.stderr.write(`Cannot start, the settings are wrong:\n  ${error.errors.join('\n  ')}\n`);
    return process.exit(1);
  }
}
