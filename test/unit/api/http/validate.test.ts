/** Invalid requests are answered in the format of Pydantic, with every problem at its place. */
import assert from 'node:assert/strict';
import { array, boolean, mixed, number, object, type Schema, string } from 'yup';
import { BadRequest, Unprocessable } from '../../../../api/http/errors.ts';
import { validate } from '../../../../api/http/validate.ts';
import { series } from '../../../../temporal/case/elements/attribute.ts';
import { quantity } from '../../../../temporal/case/elements/units.ts';

const problems = async (schema: Schema, value: unknown, part: 'body' | 'query' = 'body') => {
  try {
    await validate(schema, part, value);
  } catch (error) {
    assert.ok(error instanceof Unprocessable);
    return error.detail.map(({ loc, type, msg }) => [loc.slice(1).join('.'), type, msg]);
  }
  return [];
};

describe('validate', () => {
  const BODY: readonly (readonly [string, Schema, unknown, string, string])[] = [
    ['an absent field', number().required(), undefined, 'missing', 'Field required'],
    ['null', number().required(), null, 'missing', 'Field required'],
    ['text for a number', number(), '1', 'float_type', 'Input should be a valid number'],
    ['text for an integer', number().integer(), '1', 'int_type', 'Input should be a valid integer'],
    ['a fraction', number().integer(), 1.5, 'int_type', 'Input should be a valid integer'],
    ['a number for text', string(), 1, 'string_type', 'Input should be a valid string'],
    ['text for a truth value', boolean(), 'true', 'bool_type', 'Input should be a valid boolean'],
    ['an object for a list', array(), {}, 'list_type', 'Input should be a valid list'],
    ['a list for an object', object({}), [1], 'dict_type', 'Input should be a valid dictionary'],
    ['too little', number().min(2), 1, 'greater_than_equal', 'Input should be greater than or equal to 2'],
    ['not enough', number().moreThan(2), 2, 'greater_than', 'Input should be greater than 2'],
    ['too much', number().max(2), 3, 'less_than_equal', 'Input should be less than or equal to 2'],
    ['not little enough', number().lessThan(2), 2, 'less_than', 'Input should be less than 2'],
    ['another word', string().oneOf(['a', 'b', 'c']), 'd', 'enum', "Input should be 'a', 'b' or 'c'"],
    ['empty text', string().required(), '', 'string_too_short', 'String should have at least 1 character'],
    ['long text', string().max(3), 'long', 'string_too_long', 'String should have at most 3 characters'],
    ['a short list', array().min(2), [1], 'too_short', 'List should have at least 2 items'],
    ['a long list', array().max(1), [1, 2], 'too_long', 'List should have at most 1 item'],
    [
      'Infinity',
      quantity('MW', 'x'),
      Number.POSITIVE_INFINITY,
      'finite_number',
      'Input should be a finite number',
    ],
    ['no UUID', string().uuid(), 'x', 'uuid_parsing', 'Input should be a valid UUID'],
    [
      'no timestamp',
      string().datetime(),
      'x',
      'datetime_parsing',
      'Input should be a valid ISO 8601 timestamp',
    ],
    [
      'another pattern',
      string().matches(/^a$/),
      'b',
      'string_pattern_mismatch',
      "String should match pattern '^a$'",
    ],
    [
      'a rule of its own',
      string().matches(/^a$/, 'Should be a'),
      'b',
      'string_pattern_mismatch',
      'Should be a',
    ],
  ];
  for (const [what, schema, value, type, msg] of BODY) {
    it(`reports ${type} for ${what}`, async () => {
      assert.deepEqual(await problems(object({ f: schema }), { f: value }), [['f', type, msg]]);
    });
  }

  it('converts the text of a query, and reports values that it cannot', async () => {
    const query = object({ n: number().integer(), x: number(), b: boolean() });
    assert.deepEqual(await validate(query, 'query', { n: '3', x: '1.5', b: 'true' }), {
      n: 3,
      x: 1.5,
      b: true,
    });
    const types = (await problems(query, { n: 'a', x: 'b', b: 'c' }, 'query')).map(([, type]) => type);
    assert.deepEqual(types, ['int_parsing', 'float_parsing', 'bool_parsing']);
  });

  it('names the place of every problem, indexes as integers', async () => {
    const schema = object({
      loads: array(object({ bus: number().required(), values: series('MW', 'Load') })),
    });
    const value = { loads: [{ values: [1, 'x'] }, { bus: 'y', values: [1] }] };
    await assert.rejects(validate(schema, 'body', value), ({ detail }: Unprocessable) => {
      assert.deepEqual(
        detail.map(({ loc }) => loc),
        [
          ['body', 'loads', 0, 'bus'],
          ['body', 'loads', 0, 'values', 1],
          ['body', 'loads', 1, 'bus'],
        ],
      );
      return true;
    });
  });

  it('looks at every hour, the first too', async () => {
    const schema = object({ mw: series('MW', 'Load') });
    assert.deepEqual(await problems(schema, { mw: [null, 1] }), [
      ['mw.0', 'float_type', 'Input should be a valid number'],
    ]);
    assert.deepEqual(await problems(schema, { mw: [1, Number.POSITIVE_INFINITY] }), [
      ['mw.1', 'finite_number', 'Input should be a finite number'],
    ]);
  });

  it('reports at most 100 problems', async () => {
    const value = Array.from({ length: 150 }, () => 'x');
    assert.equal((await problems(object({ f: array(number()) }), { f: value })).length, 100);
  });

  it('fills in defaults and refuses anything but an object', async () => {
    const schema = object({ a: number().default(7) });
    assert.deepEqual(await validate(schema, 'body', {}), { a: 7 });
    for (const value of [null, 1, 'text', []]) {
      const [[where] = []] = await problems(schema, value);
      assert.equal(where, '');
    }
  });

  const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__'];
  for (const key of INHERITED) {
    it(`is not led astray by a field named ${key}`, async () => {
      const strange = JSON.parse(`{"${key}": {"a": 1}}`);
      const inner = object({ n: number().default(3) });
      const map = object().optional().meta({ additionalProperties: {} });
      const schema = object({ map, list: array(inner).optional(), inner });
      const value = await validate(schema, 'body', { ...strange, map: strange, list: [strange] });
      assert.deepEqual(value, { map: strange, list: [{ n: 3 }], inner: { n: 3 } });
      assert.deepEqual(value.inner, { n: 3 });
      const [[loc, type] = []] = await problems(inner, JSON.parse(`{"${key}": "1", "n": "2"}`), 'query');
      assert.deepEqual([loc, type], [key, 'extra_forbidden']);
    });
  }

  const NESTED = object({
    a: object({ b: number() }).optional().default(undefined),
    list: array(object({ b: number() })).optional(),
    whole: object({ b: object({ c: number() }) })
      .optional()
      .default(undefined)
      .meta({ unknownFields: 'kept' }),
    closed: object({ b: number() }).optional().default(undefined).meta({ unknownFields: 'refused' }),
  });
  const odd = { b: 1, 'x.y': 1 };

  it('drops the fields that no schema names, at every level but below one that keeps them', async () => {
    const whole = { ...odd, b: { c: 1, x: 1 } };
    assert.deepEqual(await validate(NESTED, 'body', { a: odd, list: [odd], whole, x: 1 }), {
      ...{ a: { b: 1 }, list: [{ b: 1 }], whole },
    });
  });

  it('refuses such fields where a schema, or the route, asks for it', async () => {
    const loc = (where: string) => [where, 'extra_forbidden', 'Extra inputs are not permitted'];
    assert.deepEqual(await problems(NESTED, { x: 1, closed: odd }), [loc('closed.x.y')]);
    const body = { x: 1, a: odd, list: [{}, odd], whole: { x: 1 } };
    await assert.rejects(validate(NESTED, 'body', body, { unknownFields: 'refused' }), (error) => {
      assert.ok(error instanceof Unprocessable);
      const places = error.detail.map((problem) => problem.loc.slice(1));
      assert.deepEqual(places, [['a', 'x.y'], ['list', 1, 'x.y'], ['x']]);
      return true;
    });
  });

  it('names at most the beginning of an unknown field, and not endlessly many', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${'x'.repeat(300)}${i}`, 1]));
    await assert.rejects(validate(NESTED, 'body', { closed: many }), ({ detail }: Unprocessable) => {
      assert.ok(detail.length > 0 && detail.length <= 100);
      assert.equal(String(detail[0]?.loc[2]).length, 200);
      return true;
    });
  });

  const LOOSE = object({
    name: string(),
    long: string().max(300),
    n: number(),
    map: object().optional().default(undefined).meta({ additionalProperties: {} }),
    any: mixed(),
    series: array(),
  });
  const LONG = 'x'.repeat(201);
  for (const [what, body, place, type] of [
    ['a name', { name: LONG }, 'name', 'string_too_long'],
    ['a number', { n: 1.1e12 }, 'n', 'less_than_equal'],
    ['a number below 0', { n: -1.1e12 }, 'n', 'greater_than_equal'],
    ['a name of a map', { map: { [LONG]: 1 } }, `map.${'x'.repeat(200)}`, 'string_too_long'],
    ['a number in a map', { map: { 'unit 1': [1, 2e12] } }, 'map.unit 1.1', 'less_than_equal'],
    ['a number at any depth', { any: { a: [{ b: 2e12 }] } }, 'any.a.0.b', 'less_than_equal'],
    ['an hour of a series', { series: [1, -2e12] }, 'series.1', 'greater_than_equal'],
  ] as const)
    it(`bounds ${what} though no schema does`, async () => {
      assert.deepEqual(
        (await problems(LOOSE, body)).map((problem) => problem.slice(0, 2)),
        [[place, type]],
      );
    });
  it('leaves bounds of a schema to the schema', async () => {
    assert.deepEqual(await problems(LOOSE, { long: 'x'.repeat(300), n: 1e12, series: [-1e12] }), []);
  });

  it('refuses an endless list without a look at its items', async () => {
    const item = object({ n: number().required() });
    const schema = object({ short: array(item).max(3), nested: array(object({ open: array(item) })) });
    let looks = 0;
    const endless = new Proxy(new Array(1_000_000), {
      get: (list, key) => {
        if (/^\d+$/.test(String(key))) looks += 1;
        return Reflect.get(list, key);
      },
    });
    assert.deepEqual(await problems(schema, { short: endless, nested: [{ open: [] }, { open: endless }] }), [
      ['short', 'too_long', 'List should have at most 3 items'],
      ['nested.1.open', 'too_long', 'List should have at most 20000 items'],
    ]);
    assert.equal(looks, 0);
  });

  it('copies nothing that it need not change', async () => {
    const values = [1, 2, 3];
    const schema = object({ loads: array(object({ values: array(number()) })), n: number().default(1) });
    const valid = await validate(schema, 'body', { loads: [{ values }] });
    assert.equal(valid.loads?.[0]?.values, values);
    assert.equal(valid.n, 1);
  });

  it('answers 400 when the schema of a field asks for it', async () => {
    const schema = object({ name: string().required().meta({ status: 400 }) });
    await assert.rejects(validate(schema, 'body', {}), (error) => {
      assert.ok(error instanceof BadRequest);
      assert.equal(error.detail, 'name: Field required');
      return true;
    });
  });

  it('gives a path in the spelling of the client', async () => {
    const schema = object({ p_max: number().required() });
    const say = () => ['Pmax'];
    await assert.rejects(validate(schema, 'body', {}, { say }), ({ detail }: Unprocessable) => {
      assert.deepEqual(detail[0]?.loc, ['body', 'Pmax']);
      return true;
    });
  });
});
