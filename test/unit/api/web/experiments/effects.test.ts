import assert from 'node:assert/strict';
import { effectsOf, leftOut } from '../../../../../api/web/experiments/effects.ts';
import { aRow } from './a-row.ts';

describe('effects of variables', () => {
  const variable = (name: string, slope: number | null, spread: number) => {
    const objectiveEffect = { slope, correlation: null, spread };
    const effect = {
      objective_value: objectiveEffect,
      avg_lmp_usd_per_mwh: null,
      max_lmp_usd_per_mwh: null,
      startups: null,
    };
    return { name, effect };
  };

  it('are in the order of their strength, and say which way a figure goes', () => {
    const variables = [variable('line', -3, 10), variable('load', 5, 90), variable('solver', null, 10)];
    const effects = effectsOf({ variables }, 'objective_value');
    const summaries = effects.map(({ name, direction }) => `${name} ${direction}`);
    assert.deepEqual(summaries, ['load rises', 'line falls', 'solver mixed']);
    assert.deepEqual(effectsOf({ variables }, 'startups'), []);
  });

  it('leave out scenarios without a schedule, and say at which levels these are', () => {
    const none = { objective_value: null } as const;
    const rows = [0.6, 1].flatMap((line, i) =>
      [0.9, 1.1].flatMap((load, k) =>
        [1, 2].map((gas) =>
          aRow(4 * i + 2 * k + gas, {
            values: { line, load, gas },
            ...((line < 1 || (load > 1 && gas > 1)) && none),
          }),
        ),
      ),
    );
    const waiting = aRow(9, { values: { line: 1, load: 0.9, gas: 1 }, status: 'queued', ...none });
    assert.deepEqual(
      leftOut([...rows, waiting], ['line', 'load', 'gas']).map(({ name, level, without, of }) =>
        [name, level, without, of].join(' '),
      ),
      ['line 0.6 4 4', 'load 1.1 3 4', 'gas 2 3 4', 'load 0.9 2 4', 'gas 1 2 4', 'line 1 1 4'],
    );
    assert.deepEqual(leftOut(rows, ['none']), []);
  });
});
