/** Payload of one scenario. Quantities that a factor raises beyond any real grid are refused with a message. */
import assert from 'node:assert/strict';
import { scenarioPayload } from '../../../../activities/experiments/prepare-scenarios.ts';
import { resolveChange } from '../../../../temporal/case/scenario/resolve-change.ts';
import { payload } from '../../../support/cases/payloads.ts';

describe('the case of a scenario', () => {
  const base = payload();
  const of = (name: string, value: number) =>
    scenarioPayload(base, [resolveChange({ name, type: 'continuous' }, base)], { [name]: value });

  for (const [name, value] of [
    ['load', 1e12],
    ['load', -1e12],
    ['generators.g1.p_max', 1.1e12],
  ] as const)
    it(`is refused for ${name} of ${value}`, async () => {
      const { problem } = await of(name, value);
      assert.match(
        problem ?? '',
        /^(loads|generators)\[0\]\..+ should be between -1000000000000 and 1000000000000$/,
      );
    });
  it('is made of everything below', async () => {
    assert.equal((await of('load', 1.1)).problem, null);
    assert.equal((await of('generators.g1.p_max', 1e12)).problem, null);
  });
});
