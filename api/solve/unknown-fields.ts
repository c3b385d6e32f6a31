/** Fields of a payload or a schedule that no reader reads: misspelt ones change nothing, and are named. */
import { object } from 'yup';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { resultSchema } from '../../temporal/case/messages/result.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { type JsonSchema, toJsonSchema } from '../http/json-schema.ts';
import { nearIds } from '../http/near-ids.ts';

/** Nobody reads more. */
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
  /** In the payload; `generators[]` stands for whichever of them. */
  readonly field: string;
}

/** Each once, however many items of a list have it. */
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

/** Unknown fields of a schedule, which may have every field of a result. */
export const unknownInSchedule = (schedule: object): { path: string; message: string }[] =>
  unknownIn(RESULT, schedule);

function unknownIn(schema: JsonSchema, value: object): { path: string; message: string }[] {
  const nearest: Found = new Map();
  collect(schema, value, '', nearest);
  return [...nearest].map(([path, near]) => ({
    path,
    message: `${path} is no field and is ignored${near === undefined ? '' : `; the nearest is ${near}`}`,
  }));
}

type Found = Map<string, string | undefined>;

function collect(schema: JsonSchema, value: unknown, path: string, found: Found): void {
  if (found.size >= MOST) return;
  if (!Array.isArray(value)) {
    collectFields(schema, value, path, found);
    return;
  }
  const items = objectOf(schema['items']);
  if (items['properties']) for (const item of value) collect(items, item, `${path}[]`, found);
}

function collectFields(schema: JsonSchema, value: unknown, path: string, found: Found): void {
  const known = Object.keys(objectOf(schema['properties']));
  if (known.length === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (known.includes(name)) collect(partOf(schema, name), part, place, found);
    else if (found.size < MOST && !found.has(place)) found.set(place, nearIds(name, known)[0]);
  }
}

const partOf = (schema: JsonSchema, name: string): JsonSchema =>
  objectOf(objectOf(schema['properties'])[name]);

/** Schema of an object; of several forms, the first is that of a canonical body. */
function objectOf(schema: unknown): JsonSchema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  const parts: JsonSchema = { ...schema };
  return Array.isArray(parts['anyOf']) ? objectOf(parts['anyOf'][0]) : parts;
}
