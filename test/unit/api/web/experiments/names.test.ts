/** Every name that is offered for a case is one that the server knows there. */
import assert from 'node:assert/strict';
import { offeredNames } from '../../../../../api/web/experiments/names.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import { payload } from '../../../../support/cases/payloads.ts';

describe('offered names of variables', () => {
  const small = payload();
  const fuelled = {
    ...small,
    generators: small.generators.map((unit, i) => ({
      ...unit,
      fuel: i === 0 ? 'natural gas' : 'coal',
    })),
    renewables: [{ name: 'Wind 1', bus: 1, p_min: [0], p_max: [5] }],
    transmission_lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 50 }],
  };

  it('are fuels, lines and renewables that the case has, and paths of its elements', () => {
    const names = offeredNames(fuelled).map(({ value }) => value);
    for (const name of ['load', 'natural gas_price', 'coal_price', 'wind', 'line_limit'])
      assert.ok(names.includes(name), name);
    assert.ok(names.includes('transmission_lines.L1.rating_mw'));
    assert.ok(!names.includes('solar'));
  });

  it('are all known to the server', () => {
    for (const base of [small, fuelled])
      for (const { value } of offeredNames(base))
        resolveChange({ name: value, type: 'discrete', values: [1] }, base);
  });
});
