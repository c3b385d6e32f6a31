import assert from 'node:assert/strict';
import { effectsOf } from '../../../../../api/web/experiments/effects.ts';

describe('effects of variables', () => {
  const variable = (name: string, slope: number | null, spread: number) => {
    const found = { slope, correlation: null, spread };
    const effect = {
      objective_value: found,
      avg_lmp_usd_per_mwh: null,
      max_lmp_usd_per_mwh: null,
      startups: null,
    };
    return { name, effect };
  };

  it('are in the order of their strength, and say which way a figure goes', () => {
    const variables = [variable('line', -3, 10), variable('load', 5, 90), variable('solver', null, 10)];
    assert.deepEqual(
      effectsOf({ variables: variables }, 'objective_value').map(({ name, direction }) => [name, direction]),
      [
        ['load', 'rises'],
        ['line', 'falls'],
        ['solver', 'mixed'],
      ],
    );
    assert.deepEqual(effectsOf({ variables: variables }, 'startups'), []);
  });
});
