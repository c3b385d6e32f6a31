import assert from 'node:assert/strict';
import { object } from 'yup';
import { type FieldProblem, Unprocessable } from '../../../../api/http/errors.ts';
import { validate } from '../../../../api/http/validate.ts';
import { checkPayload } from '../../../../api/solve/check-payload.ts';
import { canonicalSolveBody } from '../../../../temporal/case/canonical/solve-body.ts';
import { payloadSchema, type SolvePayload } from '../../../../temporal/case/schema.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';

/** Paths of the problems of a payload, relative to `body.payload`. */
async function wrong(changes: Partial<SolvePayload>): Promise<string[]> {
  try {
    await checkPayload(payload(changes), { maxHorizon: 168 });
    return [];
  } catch (error) {
    assert.ok(error instanceof Unprocessable);
    return error.detail.map(({ loc }) => loc.slice(2).join('.'));
  }
}
const unit = (changes: Parameters<typeof generator>[0]) => ({ generators: [generator(changes)] });
const line = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1 };

describe('interval_minutes of a payload', () => {
  const refusedAs = async (interval_minutes: unknown) => {
    const body = { payload: { ...payload(), interval_minutes } };
    const schema = object({ payload: payloadSchema.required() });
    return validate(schema, 'body', body).then(
      () => [],
      (error: unknown) => (error instanceof Unprocessable ? error.detail : [error]),
    );
  };

  it('may be 5, 15, 30, 60, 120 or 180, and nothing else', async () => {
    for (const minutes of [5, 15, 30, 60, 120, 180, undefined])
      assert.deepEqual(await refusedAs(minutes), []);
    assert.deepEqual(await refusedAs(7), [
      {
        loc: ['body', 'payload', 'interval_minutes'],
        msg: 'Input should be 5, 15, 30, 60, 120 or 180',
        type: 'enum',
      },
    ]);
  });
});

describe('ratings by the hour in a body', () => {
  const refusedAs = async (profile: unknown) => {
    const lines = [{ ...line, rating_mw: profile }];
    const schema = object({ payload: payloadSchema.required() });
    const body = { payload: { ...payload(), transmission_lines: lines } };
    return validate(schema, 'body', body).then(
      () => [],
      (error: unknown) =>
        error instanceof Unprocessable
          ? error.detail.map(({ loc, type, msg }) => [loc.slice(4).join('.'), type, msg])
          : [error],
    );
  };
  const field = 'rating_mw';
  const number = 'Input should be a valid number, or null for no limit';
  const rows: readonly (readonly [string, unknown, unknown[]])[] = [
    ['numbers, 0 and null', [80, 0, null], []],
    ['null everywhere', [null, null, null], []],
    ['null in place of the list', null, []],
    [
      'a negative number',
      [80, -1, 2],
      [`${field}.1`, 'greater_than_equal', 'Input should be greater than or equal to 0'],
    ],
    [
      'a number that is not finite',
      [80, 2, Number.POSITIVE_INFINITY],
      [`${field}.2`, 'finite_number', 'Input should be a finite number'],
    ],
    ['no number', [Number.NaN, 2, 3], [`${field}.0`, 'finite_number', 'Input should be a finite number']],
    ['text', [80, 'much', 3], [`${field}.1`, 'float_type', number]],
    ['lists in it', [80, [2], 3], [`${field}.1`, 'float_type', number]],
    ['one number', 80, []],
    ['one text', 'much', [field, 'float_type', 'Input should be a valid number']],
  ];
  for (const [what, profile, expected] of rows)
    it(`${expected.length === 0 ? 'may' : 'may not'} be ${what}`, async () =>
      assert.deepEqual((await refusedAs(profile))[0] ?? [], expected));
});

describe('output limits in a body', () => {
  const rows: readonly (readonly [string, object, readonly unknown[]])[] = [
    ['may be numbers', { p_max: 100, p_min: 0 }, []],
    ['may be lists', { p_max: [100, 90, 80], p_min: [0, 1, 2] }, []],
    ['may be profiles', { p_max: 100, p_max_profile: [100, 90, 80] }, []],
    ['may not be text', { p_max: 'much' }, ['p_max', 'float_type']],
    ['may not have text in a list', { p_max: [1, 'much', 3] }, ['p_max.1', 'float_type']],
    ['may not be below 0', { p_max: -1 }, ['p_max', 'greater_than_equal']],
    ['may not be null', { p_max: null }, ['p_max', 'missing']],
    ['may not be left out', { p_max: undefined }, ['p_max', 'missing']],
    ['name the profile of the client', { p_max_profile: [1, 'much', 3] }, ['p_max_profile.1', 'float_type']],
    [
      'name the number beside a profile',
      { p_max: -1, p_max_profile: [1, 2, 3] },
      ['p_max', 'greater_than_equal'],
    ],
    [
      'may not be two lists',
      { p_max: [1, 2, 3], p_max_profile: [1, 2, 3] },
      ['p_max_profile', 'value_error'],
    ],
    ['name the length of a profile', { p_max_profile: [1] }, ['p_max_profile', 'wrong_length']],
  ];
  for (const [what, changes, expected] of rows)
    it(what, async () => {
      const generators = [{ ...generator(), ...changes }];
      const { body, clientPath } = canonicalSolveBody({ payload: { ...payload(), generators } });
      const problems = await problemsOf(body);
      const summaries = problems.map(({ loc, type }) => [clientPath(loc).slice(4).join('.'), type]);
      assert.deepEqual(summaries[0] ?? [], expected);
    });
});

/** Problems that the schema finds; if it finds none, those of the structural checks. */
async function problemsOf(body: unknown): Promise<readonly FieldProblem[]> {
  try {
    const schema = object({ payload: payloadSchema.required() });
    const { payload } = await validate(schema, 'body', body);
    await checkPayload(payload as SolvePayload, { maxHorizon: 168 });
    return [];
  } catch (error) {
    if (error instanceof Unprocessable && typeof error.detail !== 'string') return error.detail;
    throw error;
  }
}

describe('structural checks of a payload', () => {
  const rows: [string, Partial<SolvePayload>, string[]][] = [
    ['accept a sound case', {}, []],
    ['accept bad engineering data, which the engine answers', unit({ p_min: 500, min_uptime: 99 }), []],
    [
      'name the later of two equal generators',
      { generators: [generator(), generator()] },
      ['generators.1.name'],
    ],
    [
      'want one load value per hour',
      {
        loads: [
          { bus: 1, values: [1, 2, 3] },
          { bus: 1, values: [1] },
        ],
      },
      ['loads.1.values'],
    ],
    ['refuse a name that no key can have', unit({ name: '__proto__' }), ['generators.0.name']],
    ['want profiles of the right length', unit({ p_max: [1] }), ['generators.0.p_max']],
    ['want a positive ramp', unit({ ramp_up: 0 }), ['generators.0.ramp_up']],
    ['accept null as no ramp limit', unit({ ramp_up: null, ramp_down: null }), []],
    [
      'refuse initial power of a unit that is off',
      unit({ initial_status: 0, initial_power_mw: 5 }),
      ['generators.0.initial_power_mw'],
    ],
    [
      'refuse a cost curve that is not convex',
      unit({
        cost_curve: [
          { mw: 10, usd_per_h: 0 },
          { mw: 20, usd_per_h: 100 },
          { mw: 30, usd_per_h: 150 },
        ],
      }),
      ['generators.0.cost_curve'],
    ],
    [
      'refuse a cost curve outside the output range',
      unit({ cost_curve: [{ mw: 500, usd_per_h: 0 }] }),
      ['generators.0.cost_curve'],
    ],
    [
      'refuse start-up categories in the wrong order',
      unit({
        startup_categories: [
          { lag_h: 4, cost_usd: 10 },
          { lag_h: 2, cost_usd: 20 },
        ],
      }),
      ['generators.0.startup_categories'],
    ],
    [
      'refuse a line from a bus to itself',
      { transmission_lines: [{ ...line, to_bus: 1 }] },
      ['transmission_lines.0.to_bus'],
    ],
    [
      'want a rating for each hour',
      {
        transmission_lines: [
          { ...line, rating_mw: [1, null, 3] },
          { ...line, id: 'L2', rating_mw: [1], emergency_rating_mw: [null, null] },
        ],
      },
      ['transmission_lines.1.rating_mw', 'transmission_lines.1.emergency_rating_mw'],
    ],
    [
      'accept ratings of which none is a limit',
      { transmission_lines: [{ ...line, rating_mw: [null, null, null] }] },
      [],
    ],
    [
      'refuse contingencies of unknown elements',
      {
        transmission_lines: [line],
        contingencies: [{ id: 'c', lines: ['L1', 'L9'], generators: ['nobody'] }],
      },
      ['contingencies.0.lines.1', 'contingencies.0.generators.0'],
    ],
    [
      'refuse a commitment that names nobody, is too short, or leaves an hour open',
      { commitment: { nobody: [1, 1, 1], g1: [1], g2: [1, 2, 0] } },
      ['commitment.nobody', 'commitment.g1', 'commitment.g2.1'],
    ],
    [
      'refuse a fixed commitment of nobody, beyond the horizon, or both on and off',
      {
        fixed_commitment: [
          { generator: 'nobody', hour: 0, on: true },
          { generator: 'g1', hour: 3, on: true },
          { generator: 'g1', hour: 1, on: true },
          { generator: 'g1', hour: 1, on: false },
        ],
      },
      ['fixed_commitment.0.generator', 'fixed_commitment.1.hour', 'fixed_commitment.3.on'],
    ],
    ['refuse a horizon that is too long', { horizon: 169 }, ['horizon']],
  ];
  for (const [reading, changes, expected] of rows) {
    it(reading, async () => assert.deepEqual(await wrong(changes), expected));
  }
});
