/** Finds unknown fields of a payload or a schedule. They may be misspelt and have no effect, so they are reported. */
import { object } from 'yup';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { resultSchema } from '../../temporal/case/messages/result.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { type JsonSchema, toJsonSchema } from '../http/json-schema.ts';
import { nearIds } from '../http/near-ids.ts';

const MOST = 50;
const BODY = clientSchema(toJsonSchema(object({ payload: payloadSchema.required() })));
const PAYLOAD = objectOf(objectOf(BODY['properties'])['payload']);
const RESULT = toJsonSchema(resultSchema);

interface UnknownField {
  readonly code: 'UNKNOWN_FIELD';
  readonly severity: 'info';
  readonly element_type: 'system';
  readonly element_id: null;
  readonly hour: null;
  readonly message: string;
  /** Path of the field in the payload; `generators[]` stands for every generator. */
  readonly field: string;
}

/** Lists each unknown field once, even if many items of a list have it. */
export function unknownFields(payload: object): UnknownField[] {
  return unknownIn(PAYLOAD, payload).map(({ path, message }) => ({
    code: 'UNKNOWN_FIELD',
    severity: 'info',
    element_type: 'system',
    element_id: null,
    hour: null,
    field: path,
    message,
  }));
}

/** Unknown fields of a schedule. A schedule may have every field of a result. */
export const unknownInSchedule = (schedule: object): { path: string; message: string }[] =>
  unknownIn(RESULT, schedule);

function unknownIn(schema: JsonSchema, value: object): { path: string; message: string }[] {
  const nearest: NearestNames = new Map();
  collect(schema, value, '', nearest);
  return [...nearest].map(([path, near]) => ({
    path,
    message: `${path} is not a field and is ignored${near === undefined ? '' : `; the nearest is ${near}`}`,
  }));
}

type NearestNames = Map<string, string | undefined>;

function collect(schema: JsonSchema, value: unknown, path: string, nearest: NearestNames): void {
  if (nearest.size >= MOST) return;
  if (!Array.isArray(value)) {
    collectFields(schema, value, path, nearest);
    return;
  }
  const items = objectOf(schema['items']);
  if (items['properties']) for (const item of value) collect(items, item, `${path}[]`, nearest);
}

function collectFields(schema: JsonSchema, value: unknown, path: string, nearest: NearestNames): void {
  const names = Object.keys(objectOf(schema['properties']));
  if (names.length === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (names.includes(name)) collect(partOf(schema, name), part, place, nearest);
    else if (nearest.size < MOST && !nearest.has(place)) nearest.set(place, nearIds(name, names)[0]);
  }
}

const partOf = (schema: JsonSchema, name: string): JsonSchema =>
  objectOf(objectOf(schema['properties'])[name]);

/** Schema of an object; if the schema has several forms, the first one, which describes a canonical body. */
function objectOf(schema: unknown): JsonSchema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  const parts: JsonSchema = { ...schema };
  return Array.isArray(parts['anyOf']) ? objectOf(parts['anyOf'][0]) : parts;
}
