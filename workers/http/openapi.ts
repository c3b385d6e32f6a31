/** The OpenAPI 3.1 document of the solver service, derived from its routes. */
import type { Schema } from 'yup';
import { acceptNull } from '../../temporal/contract/accept-null.ts';
import { ERROR_MEANINGS, ERROR_SCHEMAS } from '../../temporal/contract/error-schemas.ts';
import { type JsonSchema, toJsonSchema } from '../../temporal/contract/json-schema.ts';
import type { AnyRoute } from './route.ts';
import { VERSION } from './service-routes.ts';

const DESCRIPTION = `Solves, sensitivities and cases without accounts: for services and tools behind the API.
Where the service has a token (SOLVER_TOKEN), send it as \`Authorization: Bearer <token>\` or \`X-Solver-Token\`.`;

export function toOpenApi(routes: readonly AnyRoute[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Solver Service',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: ERROR_SCHEMAS,
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer' },
        solverToken: { type: 'apiKey', in: 'header', name: 'X-Solver-Token' },
      },
    },
  };
}

function operation(route: AnyRoute): JsonSchema {
  const parameters = [...toParameters(route.params, 'path'), ...toParameters(route.query, 'query')];
  return {
    operationId: operationId(route),
    summary: route.summary,
    // The empty requirement: a service without a token asks for none.
    ...(!route.open && { security: [{ bearerAuth: [] }, { solverToken: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: true, content: json(acceptNull(toJsonSchema(route.body))) },
    }),
    responses: { ...successes(route), ...errors(route) },
  };
}

/** `GET` + `/jobs/{job_id}/results` -> `getJobsByJobIdResults` */
const operationId = ({ method, path }: AnyRoute): string =>
  method.toLowerCase() +
  path
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[/_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const successes = ({ responses, summary }: AnyRoute): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      { description: summary, ...(schema && { content: json(toJsonSchema(schema)) }) },
    ]),
  );

function errors(route: AnyRoute): Record<string, JsonSchema> {
  const statuses = [...impliedErrors(route), ...(route.errors ?? [])].sort((a, b) => a - b);
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => {
      const $ref = `#/components/schemas/${status === 422 ? 'HTTPValidationError' : 'Error'}`;
      return [status, { description: ERROR_MEANINGS[status] ?? 'Error', content: json({ $ref }) }];
    }),
  );
}

/** What follows from the shape of a route alone. */
function* impliedErrors({ open, body, query, params }: AnyRoute): Generator<number> {
  if (!open) yield* [401, 500, 503];
  if (body) yield* [400, 413, 415];
  if (body || query || params) yield 422;
}

function toParameters(schema: Schema | undefined, where: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties, required } = toJsonSchema(schema);
  return Object.entries(properties ?? {}).map(([name, { description, ...rest }]: [string, JsonSchema]) => ({
    name,
    in: where,
    required: where === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: rest,
    ...(description !== undefined && { description }),
  }));
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
