/** Bodies of every route of the API and of the solver service, with fields that are absent or null. */
import assert from 'node:assert/strict';
import { ArraySchema, ObjectSchema, Schema } from 'yup';
import { checkBody } from '../../../api/http/check-body.ts';
import { toJsonSchema } from '../../../api/http/json-schema.ts';
import { toProblems } from '../../../api/http/problems.ts';
import { ROUTES } from '../../../api/routes.ts';
import { WEBHOOK_EVENTS } from '../../../mongo/webhooks.ts';
import { ROUTES as SOLVER_ROUTES } from '../../../workers/http/app.ts';
import { withoutKept, withUnnamed } from '../../support/cases/unnamed-fields.ts';

type Path = readonly (string | number)[];

const BODIES = [...ROUTES, ...SOLVER_ROUTES].flatMap(({ method, path, body }) =>
  body ? [{ name: `${method.toUpperCase()} ${path}`, body }] : [],
);

/** A body that has every optional object, and no other value. */
function skeleton(schema: unknown): unknown {
  if (schema instanceof ArraySchema) {
    const item: unknown = schema.innerType;
    return item instanceof ObjectSchema ? [skeleton(item)] : undefined;
  }
  if (!(schema instanceof ObjectSchema)) return undefined;
  const fields = Object.entries(schema.fields).map(([name, field]) => [name, skeleton(field)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function fieldsOf(schema: unknown, path: Path = []): (readonly [path: Path, field: Schema])[] {
  if (schema instanceof ArraySchema) return fieldsOf(schema.innerType, [...path, 0]);
  if (!(schema instanceof ObjectSchema)) return [];
  return Object.entries(schema.fields).flatMap(([name, field]) =>
    field instanceof Schema ? [[[...path, name], field] as const, ...fieldsOf(field, [...path, name])] : [],
  );
}

/** The body with another value at a path; an undefined value removes the field. */
function put(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(body)) return body.map((item) => put(item, rest, value));
  const object: Record<string, unknown> = { ...Object(body) };
  const now = put(object[step], rest, value);
  if (now === undefined) delete object[step];
  else object[step] = now;
  return object;
}

/** The part of a body along a path. A refusal lists at most 100 problems, and the whole body may have more. */
const around = (body: unknown, [step]: Path): unknown =>
  Object.fromEntries(Object.entries(Object(body)).filter(([name]) => name === step));

/** Problems of a body, each as `place: message`. */
const problems = (schema: Schema, body: unknown): string[] =>
  toProblems(schema, 'body', checkBody(schema, body).errors, (loc) => loc).map(
    ({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`,
  );

const WRONG = [undefined, '', -1e300, {}, [null]];
/** A body that has only the value at a path. */
const only = ([step, ...rest]: Path, value: unknown): unknown =>
  step === undefined ? value : step === 0 ? [only(rest, value)] : { [step]: only(rest, value) };
/** Pattern of messages that explain nothing: empty ones, yup's own, and ones that say only that something is wrong. */
const WORDLESS =
  /: $|: this\b|\bthis (field|must)|must (be|match|have) |: (invalid|is invalid|wrong|error)\.?$/i;

const isOptional = ({ spec }: Schema): boolean => spec.optional && !spec.nullable;
const isRequired = ({ spec }: Schema): boolean => !spec.optional && !spec.nullable;

/** Values of the field's type that exceed the bounds of any body. */
function beyondBounds(field: Schema): readonly unknown[] {
  const text = 'x'.repeat(201);
  if (field instanceof ArraySchema) return field.innerType ? [] : [[1e13], [text]];
  if (field.type === 'number') return [1.1e12, -1.1e12];
  if (field.type === 'mixed') return [text, { a: 1e13 }, { [text]: 1 }];
  const hasLength = field.describe().tests.some(({ name }) => name === 'max' || name === 'length');
  return field.type === 'string' && !hasLength ? [text] : [];
}

describe('every body', () => {
  it('is of a route that is looked at here', () => assert.ok(BODIES.length > 40, String(BODIES.length)));

  it('of a webhook names each event at most once', () => {
    const webhooks = BODIES.filter(
      ({ name, body }) => /webhooks/.test(name) && body instanceof ObjectSchema && 'events' in body.fields,
    );
    const problemsOf = (events: readonly string[]) =>
      webhooks.map(({ body }) => problems(body, { url: 'https://a.example', events }));
    assert.deepEqual(problemsOf(WEBHOOK_EVENTS), [[], []]);
    const once = ['events: Should name each event once'];
    assert.deepEqual(problemsOf(['infeasible', 'infeasible']), [once, once]);
    const tooLong = `events: List should have at most ${WEBHOOK_EVENTS.length} items`;
    for (const problem of problemsOf(new Array(100).fill('infeasible')).flat(2))
      assert.ok([...once, tooLong].includes(problem), problem);
  });
  for (const { name, body } of BODIES) {
    const whole = skeleton(body);
    const fields = fieldsOf(body).map(([path, field]) => ({ path, field, place: path.join('.') }));

    it(`of ${name} takes null in an optional field as if the field were absent`, () => {
      for (const { path, place } of fields.filter(({ field }) => isOptional(field)))
        assert.deepEqual(
          problems(body, put(whole, path, null)),
          problems(body, put(whole, path, undefined)),
          place,
        );
    });
    it(`of ${name} loses unnamed fields, at every level, or keeps them inside an object that permits them`, () => {
      const { value } = checkBody(body, withUnnamed(body, whole, 'mark'));
      assert.ok(!JSON.stringify(withoutKept(body, value)).includes('mark'));
    });
    it(`of ${name} is refused with null in a required field`, () => {
      for (const { path, place } of fields.filter(({ field }) => isRequired(field)))
        assert.ok(
          problems(body, put(around(whole, path), path, null)).includes(`${place}: Field required`),
          place,
        );
    });
    it(`of ${name} is refused with a name of 201 characters or a number beyond 1e12, in every field`, () => {
      const stored = fields.filter(({ field }) => field.spec.meta?.isStored).map(({ place }) => place);
      for (const { path, place, field } of fields) {
        if (stored.some((part) => `${place}.`.startsWith(`${part}.`))) continue;
        for (const value of beyondBounds(field))
          assert.notDeepEqual(
            problems(body, put(around(whole, path), path, value)).filter((problem) =>
              problem.startsWith(place),
            ),
            [],
            `${place} ${JSON.stringify(value).slice(0, 20)}`,
          );
      }
    });
    it(`of ${name} may lack just the fields that its document calls optional`, () => {
      const { required = [] } = toJsonSchema(body);
      assert.ok(Array.isArray(required));
      const missing = problems(body, {}).filter((problem) => problem.endsWith(': Field required'));
      assert.deepEqual(missing.sort(), required.map((field) => `${field}: Field required`).sort());
    });
    it(`of ${name} is refused in words, for every fault`, () => {
      const bodies = [
        null,
        'text',
        7,
        [],
        {},
        ...fields.flatMap(({ path }) => WRONG.map((value) => only(path, value))),
      ];
      const messages = bodies.flatMap((value) => problems(body, value));
      assert.deepEqual([...new Set(messages.filter((problem) => WORDLESS.test(problem)))], []);
    });
    it(`of ${name} is as it was when it is checked again`, () => {
      const { value, errors } = checkBody(body, {});
      if (errors.length === 0) assert.deepEqual(checkBody(body, value), { value, errors });
    });
  }
});
