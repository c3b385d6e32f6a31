/** The OpenAPI document is valid and complete, and agrees with the schemas. */
import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { array, boolean, date, mixed, number, object, string } from 'yup';
import { ABOUT } from '../../../api/about.ts';
import { toJsonSchema } from '../../../api/http/json-schema.ts';
import { toOpenApi } from '../../../api/http/openapi.ts';
import { toResponses } from '../../../api/http/openapi-responses.ts';
import { reply, routesFor } from '../../../api/http/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { number as amount, series, varyingLimit } from '../../../temporal/case/elements/attribute.ts';
import { quantity } from '../../../temporal/case/elements/units.ts';
import { payloadSchema } from '../../../temporal/case/schema.ts';

const defineRoute = routesFor<object>();

type Paths = Record<string, Record<string, { operationId: string }>>;

const download = defineRoute({
  method: 'get',
  path: '/things/{thing_id}/download',
  summary: 'Download a thing',
  tag: 'Health',
  auth: 'bearer',
  params: object({ thing_id: string().uuid().required() }),
  query: object({ format: string().oneOf(['csv']).default('csv').meta({ description: 'Form' }) }),
  responses: { 200: object({ n: number().required() }), 204: null },
  produces: ['text/csv'],
  errors: [404],
  handle: async () => reply(204, undefined),
});

describe('OpenAPI document', () => {
  it('documents of a route only the parts that do not follow from the rest', () => {
    const repeated = ROUTES.flatMap(({ errors = [], ...route }) => {
      const implied = Object.keys(toResponses(route));
      return errors
        .filter((status) => implied.includes(String(status)))
        .map((status) => `${route.path} ${status}`);
    });
    assert.deepEqual(repeated, []);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(
      structuredClone({ ...toOpenApi([...ROUTES, download], ABOUT) }),
    );
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  it('lists every route once, under /api, with an id of its own', () => {
    const { paths }: Record<string, Paths> = JSON.parse(JSON.stringify(toOpenApi(ROUTES, ABOUT)));
    const operations = Object.values(paths ?? {}).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ROUTES.length);
    // Operation ids become function names in generated clients.
    for (const id of ids) assert.match(id, /^[a-z]\w*$/);
    assert.ok(Object.keys(paths ?? {}).every((path) => path.startsWith('/api/')));
  });

  it('describes parameters, media types and errors of an operation', () => {
    const { paths } = JSON.parse(JSON.stringify(toOpenApi([download], ABOUT)));
    const operation = paths['/api/things/{thing_id}/download'].get;
    assert.equal(operation.operationId, 'getThingsByThingIdDownload');
    assert.deepEqual(operation.parameters, [
      {
        name: 'thing_id',
        in: 'path',
        required: true,
        schema: { type: 'string', minLength: 1, format: 'uuid' },
      },
      {
        name: 'format',
        in: 'query',
        required: false,
        schema: { type: 'string', enum: ['csv'], default: 'csv' },
        description: 'Form',
      },
    ]);
    assert.deepEqual(Object.keys(operation.responses['200'].content), ['application/json', 'text/csv']);
    assert.equal(operation.responses['204'].content, undefined);
    assert.deepEqual(Object.keys(operation.responses), [
      '200',
      '204',
      '401',
      '403',
      '404',
      '422',
      '429',
      '500',
      '503',
      '504',
    ]);
    assert.deepEqual(operation.security, [{ bearerAuth: [] }, { apiKey: [] }]);
  });

  it('marks the operations that take forms, and those that take no API key', () => {
    const { paths } = JSON.parse(JSON.stringify(toOpenApi(ROUTES, ABOUT)));
    const { requestBody, parameters, responses } = paths['/api/auth/login'].post;
    assert.deepEqual(Object.keys(requestBody.content), [
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    assert.deepEqual(
      parameters.map(({ name, in: where }: { name: string; in: string }) => [name, where]),
      [['X-CSRF-Token', 'header']],
    );
    assert.ok('403' in responses);
    const keys = paths['/api/users/me/api-keys'].post;
    assert.deepEqual(Object.keys(keys.requestBody.content), ['application/json']);
    assert.deepEqual(keys.security, [{ bearerAuth: [] }]);
  });
});

describe('toJsonSchema', () => {
  const CASES = [
    [
      'a quantity',
      quantity('MW', 'Output').min(0),
      { type: 'number', minimum: 0, description: 'Output', 'x-unit': 'MW' },
    ],
    [
      'a nullable',
      amount('MW/h', 'Ramp; null = unlimited').nullable().defined(),
      { type: ['number', 'null'], description: 'Ramp; null = unlimited', 'x-unit': 'MW/h' },
    ],
    [
      'a limit that may vary',
      varyingLimit('MW', 'Rating'),
      {
        description: 'Rating',
        oneOf: [
          { type: 'number' },
          { type: 'array', items: { type: ['number', 'null'], minimum: 0 } },
          { type: 'null' },
        ],
        'x-unit': 'MW',
      },
    ],
    [
      'an integer',
      number().integer().moreThan(0).lessThan(9),
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    ],
    [
      'an enumeration',
      string().oneOf(['a', 'b']).nullable(),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'a list',
      array(string().max(3)).min(1),
      { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 },
    ],
    [
      'hours',
      series('MW', 'Load'),
      { type: 'array', items: { type: 'number' }, description: 'Load, one value per hour', 'x-unit': 'MW' },
    ],
    ['anything', mixed(), {}],
    ['a date', date(), { type: 'string', format: 'date-time' }],
    ['a default', boolean().default(false), { type: 'boolean', default: false }],
    ['a pattern', string().matches(/^a$/), { type: 'string', pattern: '^a$' }],
    ['a status', string().meta({ status: 400 }), { type: 'string' }],
  ] as const;
  for (const [what, schema, expected] of CASES) {
    it(`says ${what}`, () => assert.deepEqual(toJsonSchema(schema), expected));
  }

  it('requires the fields that have neither default nor permission to be absent', () => {
    const schema = object({
      a: number().required(),
      b: number().optional(),
      c: number().default(1).required(),
      d: object({ e: number().required() }).required(),
    });
    assert.deepEqual(toJsonSchema(schema)['required'], ['a', 'd']);
  });

  it('carries the units of the solve payload', () => {
    const text = JSON.stringify(toJsonSchema(payloadSchema));
    for (const unit of ['MW', 'MW/h', '$/MWh', '$/h', '$', 'h', 's'])
      assert.ok(text.includes(`"x-unit":"${unit}"`), unit);
  });
});
