import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countScenarios, expandMatrix, withVariables } from '../../../../../api/experiments/matrix/expand.ts';
import {
  MATRIX_METHODS,
  SAMPLED_METHODS,
  type ScenarioMatrix,
  scenarioMatrixSchema,
  type Variable,
} from '../../../../../temporal/case/messages/matrix.ts';

const load: Variable = { name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 };
const solver: Variable = { name: 'solver', type: 'categorical', values: ['highs', 'auto'] };
const variables = [load, solver];

const variable = fc.oneof(
  fc.record({
    type: fc.constant('continuous' as const),
    min: fc.constant(0.5),
    max: fc.constant(2),
    steps: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    type: fc.constant('integer' as const),
    min: fc.constant(0),
    max: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({
    type: fc.constant('discrete' as const),
    values: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
  }),
);
const anyMatrix: fc.Arbitrary<ScenarioMatrix> = fc
  .record({
    method: fc.constantFrom(...MATRIX_METHODS),
    variables: fc.array(variable, { minLength: 1, maxLength: 4 }),
    samples: fc.integer({ min: 1, max: 30 }),
    seed: fc.integer({ min: 0, max: 4294967295 }),
  })
  .map((matrix) => ({
    ...matrix,
    variables: matrix.variables.map((shape, index) => ({ ...shape, name: `v${index}` })),
    scenarios: [{ v0: 1 }, {}],
  }));

describe('expandMatrix', () => {
  it('combines every level of a grid, the first variable slowest', () => {
    assert.deepEqual(expandMatrix({ method: 'grid', variables }), [
      { load: 0.9, solver: 'highs' },
      { load: 0.9, solver: 'auto' },
      { load: 1, solver: 'highs' },
      { load: 1, solver: 'auto' },
      { load: 1.1, solver: 'highs' },
      { load: 1.1, solver: 'auto' },
    ]);
  });

  it('changes nothing first, then one variable at a time', () => {
    assert.deepEqual(expandMatrix({ method: 'one_at_a_time', variables }), [
      {},
      { load: 0.9 },
      { load: 1 },
      { load: 1.1 },
      { solver: 'highs' },
      { solver: 'auto' },
    ]);
  });

  it('takes listed scenarios as they are, in the order of the variables', () => {
    const scenarios = [{ solver: 'auto', load: 1.3 }, {}];
    const expanded = expandMatrix({ method: 'list', variables, scenarios });
    assert.deepEqual(expanded, scenarios);
    assert.deepEqual(Object.keys(expanded[0] ?? {}), ['load', 'solver']);
  });

  it('takes no value that only the prototype of a listed scenario has', () => {
    const variables: Variable[] = [{ name: 'constructor', type: 'integer', min: 0, max: 1 }];
    assert.deepEqual(expandMatrix({ method: 'list', variables, scenarios: [{}] }), [{}]);
  });

  it('draws the same scenarios for seed 0 as for none', () => {
    for (const method of SAMPLED_METHODS) {
      const matrix = { method, variables, samples: 8 };
      assert.deepEqual(expandMatrix(matrix), expandMatrix({ ...matrix, seed: 0 }));
      assert.notDeepEqual(expandMatrix(matrix), expandMatrix({ ...matrix, seed: 1 }));
    }
  });

  it('has as many scenarios as were counted, the same each time', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        scenarioMatrixSchema.validateSync(matrix, { strict: true });
        const expanded = expandMatrix(matrix);
        assert.equal(expanded.length, countScenarios(matrix));
        assert.deepEqual(expandMatrix(matrix), expanded);
      }),
    );
  });
});

describe('countScenarios', () => {
  const wide: Variable = { name: 'x', type: 'continuous', min: 0, max: 1, steps: 1000 };

  it('counts a grid of 10^9 scenarios without expanding it', () => {
    const variables = ['a', 'b', 'c'].map((name) => ({ ...wide, name }));
    assert.equal(countScenarios({ method: 'grid', variables }), 1e9);
  });

  it('stays above every limit where integers are beyond counting', () => {
    const endless: Variable = { name: 'n', type: 'integer', min: -1e308, max: 1e308 };
    assert.equal(countScenarios({ method: 'grid', variables: [endless] }), Number.POSITIVE_INFINITY);
  });

  it('multiplies the levels of a grid', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 }), (counts) => {
        const variables = counts.map((steps, index) => ({ ...wide, name: `v${index}`, steps }));
        const product = counts.reduce((all, steps) => all * steps, 1);
        assert.equal(countScenarios({ method: 'grid', variables }), product);
      }),
    );
  });

  it('gives a list that names no variables those of its scenarios', () => {
    const { variables } = withVariables({
      method: 'list',
      scenarios: [{ load: 0.9 }, { solver: 'highs', load: 1 }],
    });
    assert.deepEqual(variables, [
      { name: 'load', type: 'continuous' },
      { name: 'solver', type: 'categorical' },
    ]);
  });
});
