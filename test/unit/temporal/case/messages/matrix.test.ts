/** Matrices of an experiment: valid ones, and the exact place of the problem in invalid ones. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { object, ValidationError } from 'yup';
import {
  MATRIX_METHODS,
  scenarioMatrixSchema,
  VARIABLE_TYPES,
} from '../../../../../temporal/case/messages/matrix.ts';

const LOAD = { name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 };
const COST = { name: 'cost', type: 'discrete', values: [1, 1.5] };
const grid = (...variables: unknown[]) => ({ method: 'grid', variables });
const without = (field: string, variable: object) =>
  Object.fromEntries(Object.entries(variable).filter(([name]) => name !== field));

/** Paths of all problems, each listed once. */
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

interface Case {
  readonly it: string;
  readonly matrix: object;
  readonly problems: readonly string[];
}

const FILE = new URL('../../../../../../test/cases/matrices.json', import.meta.url);
const CASES: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

/** Matrices that are too long for a data file, or that JSON cannot express. */
const LONG: Readonly<Record<string, readonly [matrix: unknown, ...paths: string[]]>> = {
  'may be as many variables as there may be': [
    grid(...Array.from({ length: 20 }, (_, i) => ({ ...LOAD, name: `v${i}` }))),
  ],
  'may be as many levels as there may be': [
    grid({ ...COST, values: Array.from({ length: 1000 }, (_, i) => i) }),
  ],
  'may not have a list of too many variables': [
    { method: 'list', scenarios: [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, 1]))] },
    'scenarios[0]',
  ],
  'may not have too many variables': [
    grid(...Array.from({ length: 21 }, (_, i) => ({ ...LOAD, name: `v${i}` }))),
    'variables',
  ],
  'may not have a name that is too long': [grid({ ...LOAD, name: 'l'.repeat(201) }), 'variables[0].name'],
  'may not have an infinite range': [grid({ ...LOAD, max: Number.POSITIVE_INFINITY }), 'variables[0].max'],
  'may not have too many values': [
    grid({ ...COST, values: Array.from({ length: 1001 }, (_, i) => i) }),
    'variables[0].values',
  ],
  'may not have NaN among the values': [grid({ ...COST, values: [1, Number.NaN] }), 'variables[0].values[1]'],
};

describe('a scenario matrix', () => {
  for (const { it: title, matrix, problems: paths } of CASES)
    it(title, async () => assert.deepEqual(await problems(matrix), paths));

  for (const [title, [matrix, ...paths]] of Object.entries(LONG))
    it(title, async () => assert.deepEqual(await problems(matrix), paths));

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
    const good = JSON.stringify(CASES.filter(({ problems: { length } }) => length === 0));
    for (const name of [...MATRIX_METHODS, ...VARIABLE_TYPES]) {
      assert.ok(good.includes(JSON.stringify(name)), name);
    }
  });
});
