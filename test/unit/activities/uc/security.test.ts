/**
 * Flow limits that are added when violated, compared with a model that has all limits from the start. Cases by hand are
 * in `test/cases/optima/networks.json`.
 */

import assert from 'node:assert/strict';
import { ratedOf } from '../../../../temporal/case/arithmetic/output-limits.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

/**
 * Seeds of cases with starts and stops before the first hour, soft lines, storage, cost curves, and without a schedule.
 */
const SEEDS = [86, 107, 172, 196, 226, 245, 269];

describe('security-constrained unit commitment', () => {
  for (const seed of SEEDS) {
    const { jobType, payload } = randomCase(seed);
    it(`finds the optimum of a model with every row: ${jobType} case ${seed}`, async () => {
      const expected = await referenceCost(payload, jobType);
      const { objective_value, termination_status } = await solve(jobType, payload);
      if (expected === 'INFEASIBLE') assert.equal(termination_status, 'INFEASIBLE');
      else assert.ok(Math.abs((objective_value ?? Number.NaN) - expected) <= 1e-6 * expected);
    });
  }
});

describe('the tight formulation', () => {
  /** A case with a single unit, and a load that may be shed, so that every rule of the unit matters. */
  const single = (seed: number): SolvePayload => {
    const { payload } = randomCase(seed, 'uc');
    const [unit] = payload.generators;
    const most = unit ? ratedOf(unit).p_max : 0;
    return {
      generators: unit ? [unit] : [],
      loads: [
        {
          bus: 1,
          values: Array.from({ length: payload.horizon }, (_, t) => most * (0.3 + ((t * seed) % 7) / 8)),
        },
      ],
      horizon: payload.horizon,
      options: { unserved_energy_usd_per_mwh: 25 + (seed % 30) },
    };
  };
  it('has the optimum of the plain one for random single units', async () => {
    for (let seed = 1000; seed < 1012; seed++) {
      const payload = single(seed);
      const expected = await referenceCost(payload, 'uc');
      const { objective_value, termination_status } = await solve('uc', payload);
      const actual = termination_status === 'INFEASIBLE' ? termination_status : objective_value;
      if (typeof expected === 'string' || typeof actual === 'string')
        assert.equal(actual, expected, `case ${seed}`);
      else
        assert.ok(
          Math.abs((actual ?? Number.NaN) - expected) <= 1e-5 + 1e-6 * Math.abs(expected),
          `case ${seed}`,
        );
    }
  });
});
