/** Random cases of equal units, searched with their counts, compared with the same units made slightly different. */

import assert from 'node:assert/strict';
import type { Incumbent } from '../../../../activities/engine/base/engine.ts';
import { ratedOf } from '../../../../temporal/case/arithmetic/output-limits.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { twinsCase } from '../../../support/cases/mixed-case.ts';
import { solve } from '../../../support/engine/solve.ts';

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed);
const GAP = 1e-4;
/**
 * Difference in marginal cost, $/MWh, small enough not to change a schedule's cost and large enough to tell two units
 * apart.
 */
const APART = 1e-7;

const cost = ({ objective_value }: { readonly objective_value: number | null }): number =>
  objective_value ?? Number.NaN;

/** Units on two buses with a line whose limit some of their schedules violate. */
function onTwoBuses(payload: SolvePayload): SolvePayload {
  const { generators, loads, reserves, options, horizon } = payload;
  const capacity = generators.reduce((mw, unit) => mw + ratedOf(unit).p_max, 0);
  const half = loads.map(({ values }) => values.map((mw) => mw / 2));
  return {
    horizon,
    ...(reserves && { reserves }),
    ...(options && { options }),
    generators: generators.map((unit, i) => ({ ...unit, bus: 1 + (i % 2) })),
    loads: half.flatMap((values) => [
      { bus: 1, values },
      { bus: 2, values },
    ]),
    transmission_lines: [
      { id: 'A', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: capacity / 20 },
      { id: 'B', from_bus: 1, to_bus: 2, x_pu: 0.2, rating_mw: capacity / 20 },
    ],
    contingencies: [
      { id: 'lose B', lines: ['B'] },
      { id: 'lose a unit', generators: [generators[0]?.name ?? ''] },
    ],
  };
}

/** Result of a solve, and its reported incumbents. */
async function watched(payload: SolvePayload, start?: Incumbent) {
  const incumbents: Incumbent[] = [];
  const onIncumbent = (incumbent: Incumbent): void => void incumbents.push(incumbent);
  const result = await solve('uc', payload, { mipGap: GAP, ...(start && { start }) }, { onIncumbent });
  return { result, incumbents };
}

describe('equal units', function () {
  this.timeout(180_000);

  for (const jobType of ['uc', 'scuc'] as const) {
    it(`cost the same as slightly different ones, ${jobType}`, async () => {
      for (const seed of SEEDS) {
        const toPayload = (apart: number): SolvePayload => {
          const payload = twinsCase(seed, 4, 10, apart);
          return jobType === 'uc' ? payload : onTwoBuses(payload);
        };
        const equal = await solve(jobType, toPayload(0), { mipGap: GAP });
        const different = await solve(jobType, toPayload(APART), { mipGap: GAP });
        for (const result of [equal, different]) {
          assert.equal(result.termination_status, 'OPTIMAL', `seed ${seed}`);
          assert.equal(result.certificate?.verified, true, `seed ${seed}`);
        }
        const off = Math.abs(cost(equal) - cost(different));
        assert.ok(off <= (GAP + 1e-6) * cost(equal), `seed ${seed}: ${cost(equal)}, ${cost(different)}`);
        assert.ok((equal.lower_bound_usd ?? Number.NaN) <= cost(different) * (1 + 1e-6), `seed ${seed}`);
      }
    });
  }

  it('show incumbents of single units, from which a search can begin and end again', async () => {
    let shown = 0;
    for (const seed of SEEDS.slice(0, 3)) {
      const payload = twinsCase(seed, 4, 10);
      const { result, incumbents } = await watched(payload);
      const names = payload.generators.map(({ name }) => name);
      for (const { commitment } of incumbents) assert.deepEqual(Object.keys(commitment), names);
      const last = incumbents.at(-1);
      if (!last) continue;
      shown += 1;
      const again = (await watched(payload, last)).result;
      assert.ok(Math.abs(cost(again) - cost(result)) <= (GAP + 1e-6) * cost(result), `seed ${seed}`);
      const finished = await solve('uc', payload, { mipGap: GAP, start: last, finish: true });
      assert.ok(cost(finished) <= last.objective * (1 + 1e-6), `seed ${seed}`);
      assert.equal(finished.certificate?.verified, true, `seed ${seed}`);
    }
    assert.ok(shown > 0);
  });

  it('begin with the schedule of a similar case', async () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const payload = twinsCase(seed, 4, 10);
      const cold = await solve('uc', payload, { mipGap: GAP });
      const warmStart = { commitment: cold.commitment, jobId: 'before' };
      const warm = await solve('uc', payload, { mipGap: GAP, warmStart });
      assert.ok(Math.abs(cost(warm) - cost(cold)) <= (GAP + 1e-6) * cost(cold), `seed ${seed}`);
      assert.ok(warm.warnings.includes('The warm start from job before was used'), `seed ${seed}`);
    }
  });

  it('without a schedule get the causes', async () => {
    const payload = twinsCase(1, 4, 10);
    const loads = payload.loads.map(({ bus, values }) => ({ bus, values: values.map((mw) => 3 * mw) }));
    const result = await solve('uc', { ...payload, loads, options: {} });
    assert.equal(result.termination_status, 'INFEASIBLE');
    assert.ok(result.infeasibility_reasons?.some((reason) => reason.length > 0));
  });
});
