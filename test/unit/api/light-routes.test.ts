/**
 * Routes that the event loop may answer: the slowest body that their schema allows, within the limits of the loop,
 * takes little time.
 */
import assert from 'node:assert/strict';
import { ArraySchema, ObjectSchema, Schema } from 'yup';
import { LIGHT_BYTES, LIGHT_VALUES, type RouteShape } from '../../../api/http/route.ts';
import { validateParts } from '../../../api/http/validate.ts';
import { ROUTES } from '../../../api/routes.ts';
import { countValues } from '../../../temporal/json/parse-json.ts';
import { ROUTES as SOLVER_ROUTES } from '../../../workers/http/app.ts';

/** Most CPU time that a body may take, ms. */
const MOST_MS = 20;
const RUNS = 20;

const light = [...ROUTES, ...SOLVER_ROUTES].filter((route) => route.light && route.body);

/** Nested values by which one place of a body is filled up to the limits. */
const FILLINGS: readonly ((bytes: number) => unknown)[] = [
  (bytes) => Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 3) }, () => ({})),
  (bytes) => Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 3) }, () => []),
  (bytes) => Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 2) }, () => 1),
  (bytes) => Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 4) }, () => 'a'),
  (bytes) => Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 5) }, () => null),
  (bytes) => 'circumvent '.repeat(bytes / 11),
  (bytes) => '1'.repeat(bytes),
  (bytes) => `https://${'a.'.repeat(bytes / 2 - 8)}`,
  (bytes) =>
    Object.fromEntries(
      Array.from({ length: Math.min(LIGHT_VALUES - 20, bytes / 10) }, (_, i) => [`k${i}`, 1]),
    ),
  (bytes) =>
    Object.fromEntries(
      Array.from({ length: Math.min(LIGHT_VALUES / 2 - 20, bytes / 13) }, (_, i) => [`k${i}`, [1]]),
    ),
];

/** Each place of a schema, with the body around it. */
function* places(schema: unknown, around: (value: unknown) => unknown, depth = 0): Generator<typeof around> {
  yield around;
  if (depth > 5) return;
  if (schema instanceof ObjectSchema)
    for (const [name, field] of Object.entries(schema.fields))
      if (field instanceof Schema) yield* places(field, (value) => around({ [name]: value }), depth + 1);
  if (schema instanceof ArraySchema) yield* places(schema.innerType, (value) => around([value]), depth + 1);
}

/** Lists of equal items; one field of each item is filled. */
function* repeated(schema: unknown, around: (value: unknown) => unknown): Generator<unknown> {
  if (schema instanceof ArraySchema && schema.innerType instanceof ObjectSchema) {
    const names = Object.keys(schema.innerType.fields);
    const item = Object.fromEntries(names.map((name) => [name, 1]));
    const count = Math.min(
      LIGHT_BYTES / (JSON.stringify(item).length + 1),
      (LIGHT_VALUES - 20) / (names.length + 1),
    );
    yield around(Array.from({ length: count }, () => item));
    for (const name of names)
      yield around(Array.from({ length: LIGHT_VALUES / 2 - 20 }, () => ({ [name]: 'x' })));
  }
  if (schema instanceof ObjectSchema)
    for (const [name, field] of Object.entries(schema.fields))
      yield* repeated(field, (value) => around({ [name]: value }));
}

const isWithin = (text: string): boolean =>
  text.length <= LIGHT_BYTES && countValues(Buffer.from(text)) <= LIGHT_VALUES;

function* bodies({ body }: RouteShape): Generator<string> {
  for (const around of places(body, (value) => value)) {
    const room = LIGHT_BYTES - JSON.stringify(around('')).length - 10;
    for (const filling of FILLINGS) yield JSON.stringify(around(filling(room)));
  }
  for (const value of repeated(body, (value) => value)) yield JSON.stringify(value);
}

/** Least CPU time of several runs, ms, since others use the machine too. */
async function cpuMs(route: RouteShape, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > MOST_MS / 2; run += 1) {
    const body: unknown = JSON.parse(text);
    const before = process.cpuUsage();
    await Promise.resolve(validateParts(route, {}, {}, body)).catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('a route that is answered on the event loop', function () {
  this.timeout(120_000);
  it('is every route without sign-in, since those have no threads', () => {
    const others = ROUTES.filter(({ auth, light }) => auth === 'none' && !light).map(({ path }) => path);
    assert.deepEqual(others, []);
  });

  it('plans no target of a schedule', () => {
    const planning = ROUTES.filter(
      ({ path, method }) => /^\/schedules/.test(path) && /post|patch/.test(method),
    );
    const bodies = planning.filter(({ body }) => body instanceof ObjectSchema && 'experiment' in body.fields);
    assert.deepEqual(
      bodies.map(({ method, light }) => [method, light]),
      [
        ['post', undefined],
        ['patch', undefined],
      ],
    );
  });

  it('takes no file', () => {
    assert.deepEqual(
      [...ROUTES, ...SOLVER_ROUTES].filter(({ file, light }) => file && light),
      [],
    );
  });

  for (const route of light)
    it(`is short with its worst body: ${route.method.toUpperCase()} ${route.path}`, async () => {
      const all = [...bodies(route)].filter(isWithin);
      assert.ok(all.length > FILLINGS.length / 2, `${all.length} bodies`);
      let worst = { ms: 0, text: '' };
      for (const text of all) {
        const ms = await cpuMs(route, text);
        if (ms > worst.ms) worst = { ms, text };
      }
      assert.ok(worst.ms < MOST_MS, `${worst.ms} ms: ${worst.text.slice(0, 200)}`);
    });
});
