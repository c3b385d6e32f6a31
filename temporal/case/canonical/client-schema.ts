/**
 * JSON schema of a solve body as clients may write it, with aliases and shorthand. It is derived from the canonical
 * schema and the same tables by which bodies are renamed.
 */
import type { Schema } from 'yup';
import type { ProfiledList } from '../arithmetic/profiles.ts';
import { ELEMENTS } from '../elements/index.ts';
import {
  type Aliases,
  CONTINGENCY_ALIASES,
  DC_LINE_ALIASES,
  INTERFACE_ALIASES,
  isObject,
  type JsonObject as JsonSchema,
  LINE_ALIASES,
} from './aliases.ts';
import { EVERY_LINE } from './contingencies.ts';
import { REACTANCES } from './solve-body.ts';

export const clientSchema = (body: JsonSchema): JsonSchema =>
  within(body, ['properties', 'payload', 'properties'], (fields) => ({
    ...fields,
    generators: within(fields['generators'], ['items', 'properties'], (schemas) => ({
      ...schemas,
      ...profileSchemas('generators'),
    })),
    transmission_lines: within(fields['transmission_lines'], ['items'], line),
    dc_lines: within(fields['dc_lines'], ['items'], dcLine),
    interfaces: within(fields['interfaces'], ['items'], (schema) =>
      withAliases(schema, INTERFACE_ALIASES, (names) => names),
    ),
    contingencies: contingencies(fields['contingencies']),
    reserves: within(fields['reserves'], ['items'], (schema) =>
      withAliases(schema, { mw: ['demand_curve'] }, (names) => names),
    ),
  }));

/** The schema with the part at the end of `path` changed. */
function within(
  schema: unknown,
  path: readonly string[],
  change: (part: JsonSchema) => JsonSchema,
): JsonSchema {
  const part = isObject(schema) ? schema : {};
  const [step, ...rest] = path;
  return step === undefined ? change(part) : { ...part, [step]: within(part[step], rest, change) };
}

function line(schema: JsonSchema): JsonSchema {
  const renamed = withAliases(schema, LINE_ALIASES, idAndStatus);
  return within(renamed, ['properties'], (fields) => ({
    ...fields,
    ...quantities,
    ...profileSchemas('transmission_lines'),
  }));
}

const dcLine = (schema: JsonSchema): JsonSchema => withAliases(schema, DC_LINE_ALIASES, idAndStatus);

const idAndStatus = (fields: JsonSchema): JsonSchema => ({
  ...fields,
  id: { anyOf: [fields['id'], { type: 'integer' }] },
  in_service: { anyOf: [fields['in_service'], { type: 'integer', enum: [0, 1] }] },
});

const quantities: JsonSchema = {
  x_ohm: { type: 'number', description: 'Series reactance in ohm, with v_nom_kv; in place of x_pu' },
  v_nom_kv: { type: 'number', exclusiveMinimum: 0, description: 'Voltage of x_ohm', 'x-unit': 'kV' },
  susceptance_pu: { type: 'number', description: '1 / x_pu, in place of x_pu', 'x-unit': 'pu' },
};

function contingencies(schema: unknown): JsonSchema {
  const list = within(schema, ['items'], (item) => ({ anyOf: [contingency(item), shorthand] }));
  return { description: 'Contingencies that the schedule must survive', anyOf: [list, shorthand] };
}

const shorthand: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: `Id of a lost line, or ${EVERY_LINE.join(', ')}: every line in service, one after the other`,
};

function contingency({ required: _, ...schema }: JsonSchema): JsonSchema {
  const renamed = withAliases(schema, CONTINGENCY_ALIASES, (fields) => ({
    ...fields,
    id: { type: ['string', 'null'], description: 'Default: derived from the lost elements' },
    lines: oneOrMore(fields['lines']),
    generators: oneOrMore(fields['generators']),
  }));
  return within(renamed, ['properties'], (fields) => ({ ...fields, elements }));
}

const elements: JsonSchema = {
  type: 'array',
  description: 'Lost elements with their types; in place of lines and generators',
  items: {
    type: 'object',
    properties: { type: { type: 'string', enum: ['line', 'generator'] }, id: { type: 'string' } },
    required: ['type', 'id'],
  },
};

/** Accepts a single name where the schema has a list of names. */
const oneOrMore = (schema: unknown): JsonSchema =>
  within(schema, [], ({ description, ...list }) => ({
    description,
    anyOf: [list, { type: 'string', minLength: 1 }],
  }));

/** Adds every alias of a field to a schema. If the field is required, any one of its names suffices. */
function withAliases(
  schema: JsonSchema,
  aliases: Aliases,
  widen: (fields: JsonSchema) => JsonSchema,
): JsonSchema {
  const withAll = within(schema, ['properties'], (canonical) => {
    const fields = widen(canonical);
    const others = Object.entries(aliases).flatMap(([name, list]) =>
      list.map((alias) => [
        alias,
        within(fields[name], [], (own) => ({ ...own, description: `Same as ${name}` })),
      ]),
    );
    // The canonical names come first, with their schemas unchanged.
    return { ...fields, ...Object.fromEntries(others), ...fields };
  });
  const { required, ...rest } = withAll;
  if (!Array.isArray(required)) return rest;
  return { ...rest, allOf: required.map((name: string) => ({ anyOf: waysToSay(name, aliases) })) };
}

const waysToSay = (name: string, aliases: Aliases): JsonSchema[] => [
  ...[name, ...(aliases[name] ?? [])].map((each) => ({ required: [each] })),
  ...(name === 'x_pu' ? REACTANCES.map((required) => ({ required })) : []),
];

/** JSON schemas of the profiles of an element's attributes. */
const profileSchemas = (list: ProfiledList): JsonSchema =>
  Object.fromEntries(
    Object.entries<Pick<Schema, 'spec'>>(ELEMENTS[list].attributes)
      .filter(([, { spec }]) => spec.meta?.profile)
      .map(([name, { spec }]) => [
        `${name}_profile`,
        {
          type: 'array',
          items: spec.meta?.oneOf?.[1]?.['items'],
          description: `${spec.meta?.profile}, one value per hour`,
          'x-unit': spec.meta?.unit,
        },
      ]),
  );
