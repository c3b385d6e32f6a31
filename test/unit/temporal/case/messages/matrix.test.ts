/** Which matrices an experiment may have, and where exactly the problem of each other one is. */
import assert from 'node:assert/strict';
import { object, ValidationError } from 'yup';
import {
  MATRIX_METHODS,
  scenarioMatrixSchema,
  VARIABLE_TYPES,
} from '../../../../../temporal/case/messages/matrix.ts';

const LOAD = { name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 };
const UNITS = { name: 'generators.G1.min_up_time', type: 'integer', min: 1, max: 5 };
const COST = { name: 'cost', type: 'discrete', values: [1, 1.5] };
const SOLVER = { name: 'solver', type: 'categorical', values: ['highs', 'auto'] };
const grid = (...variables: unknown[]) => ({ method: 'grid', variables });
const list = (...scenarios: unknown[]) => ({ method: 'list', variables: [LOAD, SOLVER], scenarios });
const without = (field: string, variable: object) =>
  Object.fromEntries(Object.entries(variable).filter(([name]) => name !== field));

/** Paths of all problems, each once. */
async function problems(matrix: unknown): Promise<string[]> {
  try {
    await scenarioMatrixSchema.validate(matrix, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    assert.ok(error instanceof ValidationError, String(error));
    const all = error.inner.length > 0 ? error.inner : [error];
    return [...new Set(all.map(({ path = '' }) => path))].sort();
  }
}

const GOOD: Readonly<Record<string, unknown>> = {
  'a grid over every type of variable': grid(LOAD, UNITS, COST, SOLVER),
  'one step, which is the least value': grid({ ...LOAD, steps: 1 }),
  'a range of one point': grid({ ...LOAD, min: 1, max: 1 }),
  'a negative range': grid({ ...LOAD, mode: 'add', min: -20, max: -10 }),
  'a log scale above 0': grid({ ...LOAD, scale: 'log', min: 0.001 }),
  'integers by a step': grid({ ...UNITS, step: 2 }),
  'each mode': grid({ ...LOAD, mode: 'multiply' }, { ...COST, mode: 'absolute' }),
  'as many variables as there may be': grid(
    ...Array.from({ length: 20 }, (_, i) => ({ ...LOAD, name: `v${i}` })),
  ),
  'as many levels as there may be': grid({ ...COST, values: Array.from({ length: 1000 }, (_, i) => i) }),
  'a list': list({ load: 1, solver: 'highs' }, { load: 1.1 }, {}),
  'a list of variables without steps': { ...list({}), variables: [without('steps', LOAD), SOLVER] },
  'a list of variables without ranges': {
    ...list({ load: 1 }),
    variables: [without('max', without('min', LOAD)), SOLVER],
  },
  'a list that names its variables in its scenarios alone': {
    method: 'list',
    scenarios: [{ load: 0.9 }, { fuel: 1 }],
  },
  'an empty list of scenarios that no list asks for': { ...grid(LOAD), scenarios: [] },
  'one at a time': { method: 'one_at_a_time', variables: [LOAD, SOLVER] },
  'samples without steps or seed': { method: 'lhs', variables: [without('steps', LOAD)], samples: 1 },
  'a draw of any number': { method: 'random', variables: [LOAD, COST, SOLVER], samples: 1000, seed: 0 },
  'the largest seed': { method: 'sobol', variables: [LOAD], samples: 8, seed: 4294967295 },
};

const BAD: Readonly<Record<string, readonly [matrix: unknown, ...paths: string[]]>> = {
  'no method': [{ variables: [LOAD] }, 'method'],
  'an unknown method': [{ method: 'simplex', variables: [LOAD] }, 'method'],
  'no variables': [{ method: 'grid' }, 'variables'],
  'a list of no variable at all': [{ method: 'list', scenarios: [{}] }, 'scenarios'],
  'a list of too many variables': [
    { method: 'list', scenarios: [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, 1]))] },
    'scenarios[0]',
  ],
  'an empty list of variables': [grid(), 'variables'],
  'too many variables': [
    grid(...Array.from({ length: 21 }, (_, i) => ({ ...LOAD, name: `v${i}` }))),
    'variables',
  ],
  'a variable that is text': [grid(LOAD, 'load'), 'variables[1]'],
  'a variable without a name': [grid(without('name', LOAD)), 'variables[0].name'],
  'an empty name': [grid({ ...LOAD, name: '' }), 'variables[0].name'],
  'a name that is too long': [grid({ ...LOAD, name: 'l'.repeat(201) }), 'variables[0].name'],
  'a name given twice': [grid(LOAD, SOLVER, { ...COST, name: 'load' }), 'variables[2].name'],
  'no type': [grid(without('type', LOAD)), 'variables[0].type'],
  'an unknown type': [grid({ ...LOAD, type: 'complex' }), 'variables[0].type'],
  'a range without its beginning': [grid(without('min', LOAD)), 'variables[0].min'],
  'integers without an end': [grid(COST, without('max', UNITS)), 'variables[1].max'],
  'a range that ends before it begins': [grid({ ...LOAD, max: 0.8 }), 'variables[0].max'],
  'an infinite range': [grid({ ...LOAD, max: Number.POSITIVE_INFINITY }), 'variables[0].max'],
  'a range that is no number': [grid({ ...LOAD, min: '0.9' }), 'variables[0].min'],
  'fractions for an integer': [grid({ ...UNITS, min: 0.5 }), 'variables[0].min'],
  'a fractional end of integers': [grid({ ...UNITS, max: 4.5 }), 'variables[0].max'],
  'a step of 0': [grid({ ...UNITS, step: 0 }), 'variables[0].step'],
  'no steps in a grid': [grid(SOLVER, without('steps', LOAD)), 'variables[1].steps'],
  'no steps one at a time': [
    { method: 'one_at_a_time', variables: [without('steps', LOAD)] },
    'variables[0].steps',
  ],
  'no step at all': [grid({ ...LOAD, steps: 0 }), 'variables[0].steps'],
  'half a step': [grid({ ...LOAD, steps: 2.5 }), 'variables[0].steps'],
  'too many steps': [grid({ ...LOAD, steps: 1001 }), 'variables[0].steps'],
  'a log scale from 0': [grid({ ...LOAD, scale: 'log', min: 0 }), 'variables[0].min'],
  'an unknown scale': [grid({ ...LOAD, scale: 'sqrt' }), 'variables[0].scale'],
  'an unknown mode': [grid({ ...LOAD, mode: 'divide' }), 'variables[0].mode'],
  'no values': [grid(without('values', COST)), 'variables[0].values'],
  'an empty list of values': [grid({ ...SOLVER, values: [] }), 'variables[0].values'],
  'too many values': [
    grid({ ...COST, values: Array.from({ length: 1001 }, (_, i) => i) }),
    'variables[0].values',
  ],
  'text for a discrete variable': [grid({ ...COST, values: [1, '2'] }), 'variables[0].values[1]'],
  'a number for a categorical variable': [grid({ ...SOLVER, values: [3] }), 'variables[0].values[0]'],
  'NaN among the values': [grid({ ...COST, values: [1, Number.NaN] }), 'variables[0].values[1]'],
  'a list without scenarios': [{ method: 'list', variables: [LOAD] }, 'scenarios'],
  'an empty list of scenarios': [list(), 'scenarios'],
  'a scenario that is a number': [list({ load: 1 }, 1), 'scenarios[1]'],
  'a value that is neither number nor text': [list({ load: true }), 'scenarios[0]'],
  'a value of no variable': [list({ load: 1 }, { wind: 2 }), 'scenarios[1]'],
  'no samples': [{ method: 'random', variables: [LOAD] }, 'samples'],
  'no sample at all': [{ method: 'lhs', variables: [LOAD], samples: 0 }, 'samples'],
  'a negative seed': [{ method: 'sobol', variables: [LOAD], samples: 1, seed: -1 }, 'seed'],
  'a seed beyond 32 bits': [{ method: 'random', variables: [LOAD], samples: 1, seed: 4294967296 }, 'seed'],
  'several problems at once': [
    grid(without('min', LOAD), { ...UNITS, step: 0 }, without('values', COST)),
    ...['variables[0].min', 'variables[1].step', 'variables[2].values'],
  ],
};

describe('a scenario matrix', () => {
  for (const [what, matrix] of Object.entries(GOOD)) {
    it(`may be ${what}`, async () => assert.deepEqual(await problems(matrix), []));
  }

  for (const [what, [matrix, ...paths]] of Object.entries(BAD)) {
    it(`may not have ${what}`, async () => assert.deepEqual(await problems(matrix), paths));
  }

  it('is never mistaken for valid when something else is sent', async () => {
    for (const matrix of [
      'grid',
      7,
      [],
      { method: 'grid', variables: {} },
      { method: 'list', variables: [null] },
    ]) {
      assert.notDeepEqual(await problems(matrix), [], JSON.stringify(matrix));
    }
  });

  it('is checked as part of a request at the path of the whole', async () => {
    const body = object({ scenario_matrix: scenarioMatrixSchema.required() });
    await assert.rejects(body.validate({ scenario_matrix: grid(without('max', LOAD)) }, { strict: true }), {
      path: 'scenario_matrix.variables[0].max',
    });
  });

  it('is tried with every method and every type of variable', () => {
    for (const name of [...MATRIX_METHODS, ...VARIABLE_TYPES]) {
      assert.ok(JSON.stringify(GOOD).includes(JSON.stringify(name)), name);
    }
  });
});
