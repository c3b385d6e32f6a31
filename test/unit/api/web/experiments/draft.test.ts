/** Conversion of the form to a request; the server counts the scenarios of each method as intended. */
import assert from 'node:assert/strict';
import { countScenarios, withVariables } from '../../../../../api/experiments/matrix/expand.ts';
import {
  type Draft,
  inPlainWords,
  isComplete,
  matrixOf,
  newDraft,
  newVariable,
  scenariosOf,
  submissionOf,
  valuesOf,
} from '../../../../../api/web/experiments/draft.ts';
import { errorAt } from '../../../../../api/web/parts/typed.ts';
import { scenarioMatrixSchema } from '../../../../../temporal/case/messages/matrix.ts';

const count = (draft: Draft): number =>
  countScenarios(withVariables(scenarioMatrixSchema.validateSync(matrixOf(draft), { strict: true })));

describe('the draft of an experiment', () => {
  const draft = newDraft('base');
  const variables = [
    newVariable(0, 'load'),
    { ...newVariable(1, 'gas_price'), type: 'discrete' as const, values: '0.8, 1; 1.2' },
    { ...newVariable(2, 'generators.*.min_uptime'), type: 'integer' as const, min: '1', max: '5', step: '2' },
  ];

  it('is a valid matrix from the start, and of every method', () => {
    assert.equal(count(draft), 3);
    assert.equal(count({ ...draft, variables }), 27);
    assert.equal(count({ ...draft, variables, method: 'one_at_a_time' }), 10);
    assert.equal(count({ ...draft, variables, method: 'sobol', samples: '32' }), 32);
    assert.equal(count({ ...draft, method: 'list' }), 3);
  });

  it('leaves out empty fields, so that the server reports them', () => {
    const matrix = matrixOf({ ...draft, variables: [{ ...newVariable(0, 'load'), min: '' }] });
    const expected = { name: 'load', type: 'continuous', max: 1.1, steps: 3, scale: 'linear' };
    assert.deepEqual(matrix.variables?.[0], expected);
  });

  it('is asked about when no field is empty', () => {
    assert.equal(isComplete(draft), true);
    assert.equal(isComplete({ ...draft, base: '' }), false);
    assert.equal(isComplete({ ...draft, variables: [newVariable(0)] }), false);
    assert.equal(isComplete({ ...draft, variables: [{ ...newVariable(0, 'load'), steps: '' }] }), false);
    assert.equal(isComplete({ ...draft, method: 'random', samples: '' }), false);
    assert.equal(isComplete({ ...draft, method: 'list', list: 'load\n' }), false);
  });

  it('reads numbers and words as they are listed', () => {
    assert.deepEqual(valuesOf('1, 2.5;3\n-4 x', 'discrete'), [1, 2.5, 3, -4, 'x']);
    assert.deepEqual(valuesOf('highs, a b', 'categorical'), ['highs', 'a b']);
  });

  it('reads scenarios as a spreadsheet copies them, and leaves empty cells as in the base', () => {
    assert.deepEqual(scenariosOf('load\tsolver\r\n0.9\thighs\r\n\tcbc\r\n'), [
      { load: 0.9, solver: 'highs' },
      { solver: 'cbc' },
    ]);
  });

  it('is sent with its limits', () => {
    const { name, timeout_per_scenario, max_parallel } = submissionOf({
      ...draft,
      name: ' sweep ',
      timeout: '60',
      parallel: '',
    });
    assert.deepEqual([name, timeout_per_scenario, max_parallel], ['sweep', 60, undefined]);
  });

  it('shows a mistake beside its field, that of a listed value too', () => {
    const at = (...loc: (string | number)[]) => ({ loc: ['body', 'scenario_matrix', ...loc], msg: 'no' });
    const fields = [at('variables', 1, 'values', 2)];
    assert.equal(errorAt(fields, 'scenario_matrix.variables[1].values'), 'no');
    assert.equal(errorAt(fields, 'scenario_matrix.variables[0].values'), undefined);
    assert.equal(errorAt(fields, 'scenario_matrix'), undefined);
  });

  it('shows a mistake in plain words, and other messages of the server unchanged', () => {
    const wordsByMessage = {
      'Input should be less than or equal to 1000': 'At most 1000',
      'Input should be greater than 0': 'More than 0',
      'Input should be a valid integer': 'Give a whole number',
      'Input should be a valid number': 'Give a number',
      'tide: no such variable': 'tide: no such variable',
    };
    for (const [message, words] of Object.entries(wordsByMessage)) assert.equal(inPlainWords(message), words);
  });
});
