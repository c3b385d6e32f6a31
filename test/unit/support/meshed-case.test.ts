/** Generated days on meshed networks. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../activities/engine/base/prepared-case.ts';
import { payloadSchema } from '../../../temporal/case/schema.ts';
import { meshedCase } from '../../support/cases/meshed-case.ts';
import { solve } from '../../support/engine/solve.ts';

describe('a meshed case', () => {
  it('is the same for the same seed, and valid as a client would send it', () => {
    const payload = meshedCase(24, 16, { seed: 4, outages: true });
    assert.deepEqual(meshedCase(24, 16, { seed: 4, outages: true }), payload);
    assert.ok(payloadSchema.isValidSync(payload, { strict: true }));
  });
  it('has no line whose loss would part the network', () => {
    for (const buses of [9, 12, 30]) {
      const payload = meshedCase(buses, 12, { outages: true });
      const { contingencies } = prepareCase(payload, 'scuc');
      assert.equal(contingencies.length, payload.transmission_lines?.length);
    }
  });
  it('has limits that bind, so that prices differ by bus', async () => {
    const { binding_constraints, lmp } = await solve('ed', meshedCase(60, 20, { horizon: 2 }));
    assert.ok((binding_constraints?.length ?? 0) > 0);
    assert.ok(new Set(Object.values(lmp).map(([first]) => first)).size > 10);
  });
  it('has room for thousands of buses, with 1.4 lines each', () => {
    const { transmission_lines = [] } = meshedCase(2000, 300);
    assert.equal(transmission_lines.length, 2800);
    assert.equal(new Set(transmission_lines.map(({ id }) => id)).size, 2800);
  });
});
