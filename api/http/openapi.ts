/** The OpenAPI 3.1 document, derived from the routes themselves. */
import type { Schema } from 'yup';
import { REPLY_HEADERS, REQUEST_HEADERS } from './headers.ts';
import { acceptNull, type JsonSchema, toJsonSchema } from './json-schema.ts';
import { ERROR_SCHEMAS, jsonContent, toResponses } from './openapi-responses.ts';
import type { RouteShape } from './route.ts';

/** Description of the service as a whole. */
export interface About {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Prefix of every path, for example `/api`. */
  readonly prefix: string;
  /** Groups of operations with their descriptions, in the order of the API reference. */
  readonly tags: Readonly<Record<string, string>>;
  /** Methods of authentication. */
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  /** Security schemes, any one of which opens a route that requires authentication. */
  credentials(route: RouteShape): readonly JsonSchema[];
}

const CSRF_HEADER = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'CSRF token of GET /auth/csrf-token: forms send it here or in the field csrf_token, pages here',
};

export function toOpenApi(routes: readonly RouteShape[], about: About): JsonSchema {
  const { title, version, description, prefix, tags, securitySchemes } = about;
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = `${prefix}${route.path}`;
    paths[path] = { ...paths[path], [route.method]: operation(route, about) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, meaning]) => ({ name, description: meaning })),
    paths,
    components: {
      headers: REPLY_HEADERS,
      schemas: ERROR_SCHEMAS,
      securitySchemes,
    },
  };
}

function operation(route: RouteShape, about: About): JsonSchema {
  const parameters = [
    ...toParameters(route.params, 'path'),
    ...toParameters(route.query, 'query'),
    ...(route.forms ? [CSRF_HEADER] : []),
    ...(route.heeds ?? []).map((name) => ({ name, in: 'header', required: false, ...REQUEST_HEADERS[name] })),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: route.auth === 'none' ? [] : about.credentials(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.file && {
      requestBody: { required: true, content: fileContent(route.file, route.example?.file) },
    }),
    ...(route.body && { requestBody: { required: true, content: requestContent(route, route.body) } }),
    responses: toResponses(route),
  };
}

function requestContent({ method, forms, example, clientSchema }: RouteShape, body: Schema): JsonSchema {
  const canonical = toJsonSchema(method === 'patch' ? body.meta({ unknownFields: 'refused' }) : body);
  const schema = acceptNull(clientSchema ? clientSchema(canonical) : canonical);
  return {
    ...jsonContent(schema, example?.body),
    ...(forms && { 'application/x-www-form-urlencoded': { schema } }),
  };
}

const FILE = { type: 'string', format: 'binary' };
/** Schema of a multipart upload: files under any names. */
const FILES = { type: 'object', additionalProperties: FILE };

/** Content of an upload. `example`: a file of the first media type. */
const fileContent = (types: readonly string[], example?: string): JsonSchema =>
  Object.fromEntries(
    types.map((type, i) => [
      type,
      {
        schema: type === 'multipart/form-data' ? FILES : FILE,
        ...(i === 0 && example !== undefined && { example }),
      },
    ]),
  );

/** Id of an operation: `get` + `/users/{id}/keys` -> `getUsersByIdKeys`. */
const operationId = ({ method, path }: RouteShape): string =>
  method +
  path
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[/_.-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function toParameters(schema: Schema | undefined, where: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties, required } = toJsonSchema(schema);
  return Object.entries(properties ?? {}).map(([name, property]: [string, JsonSchema]) => {
    const { description, ...rest } = property;
    const isText = where === 'query' && rest['type'] === 'string' && !rest['enum'];
    const isRequired = where === 'path' || (Array.isArray(required) && required.includes(name));
    return {
      name,
      in: where,
      required: isRequired,
      schema: { ...rest, ...(isText && { minLength: 1 }) },
      ...(description !== undefined && { description }),
    };
  });
}
