/** A basis at whose start HiGHS ends with an error, from an experiment of the 24-bus system. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { solve } from '../../../support/engine/solve.ts';

const START = new URL('../../../../../test/cases/starts/rts24-basis.json', import.meta.url);

describe('a basis that HiGHS cannot go on from', function () {
  this.timeout(120_000);

  it('costs the solve nothing but the time to begin anew', async () => {
    const { payload, warmStart, mipGap } = JSON.parse(await readFile(START, 'utf8'));
    const cold = await solve('scuc', payload, { mipGap });
    const warm = await solve('scuc', payload, { mipGap, warmStart: { ...warmStart, jobId: 'x' } });
    assert.equal(warm.certificate?.verified, true);
    const [one, other] = [warm.objective_value ?? Number.NaN, cold.objective_value ?? Number.NaN];
    assert.ok(Math.abs(one - other) <= mipGap * other, `${one} beside ${other}`);
  });
});
