/** Fields of a payload that no schema names: they are ignored, and a dry run says so, for one may be misspelt. */
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { type JsonSchema, toJsonSchema } from '../http/json-schema.ts';
import { nearIds } from '../http/near-ids.ts';
import { solveBody } from './submit.ts';

/** Nobody reads more. */
const MOST = 50;
const BODY = clientSchema(toJsonSchema(solveBody));

export interface UnknownField {
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
  const nearest: Found = new Map();
  collect(partOf(BODY, 'payload'), payload, '', nearest);
  return [...nearest].map(([path, near]) => ({
    code: 'UNKNOWN_FIELD',
    severity: 'info',
    element_type: 'system',
    element_id: null,
    hour: null,
    field: path,
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
