/** Starts from commitments of similar cases: matching parts are used, and the result does not depend on them. */
import assert from 'node:assert/strict';
import type { Commitment, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { solvedForOthers } from '../../../../support/engine/solved-for-others.ts';

const jobId = 'before';
const DEAR = 'was not used: its commitment costs too much in this case';
const three: SolvePayload = {
  generators: [
    aUnit('base', { p_max: 100, p_min: 40, marginal_cost: 10, no_load_cost: 100 }),
    aUnit('mid', {
      p_max: 60,
      p_min: 20,
      marginal_cost: 25,
      startup_cost: 300,
      initial_status: -5,
      min_uptime: 3,
    }),
    aUnit('peak', { p_max: 60, p_min: 5, marginal_cost: 60, startup_cost: 50, initial_status: -5 }),
  ],
  loads: [{ bus: 1, values: [60, 80, 130, 150, 120, 70] }],
  horizon: 6,
};

async function startedFrom(commitment: Commitment, payload = three) {
  const cold = await solve('uc', payload);
  const warm = await solve('uc', payload, { warmStart: { commitment, jobId } });
  assert.equal(warm.termination_status, cold.termination_status);
  assert.equal(warm.certificate?.verified, cold.certificate?.verified);
  const [actual, expected] = [warm.objective_value ?? 0, cold.objective_value ?? 0];
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.abs(expected), `${actual}, not ${expected}`);
  return { warm, cold };
}

const used = ({ warnings }: { readonly warnings: readonly string[] }) =>
  warnings.filter((warning) => warning.includes('warm start'));

describe('a warm start', function () {
  this.timeout(20_000);
  it('from the optimum gives the optimum, and reports its use', async () => {
    const { commitment } = await solve('uc', three);
    const { warm } = await startedFrom(commitment);
    assert.deepEqual(used(warm), ['The warm start from job before was used']);
    assert.deepEqual(warm.commitment, commitment);
  });

  it('within the gap of the relaxation ends the solve without a search', async () => {
    const { commitment } = await solve('uc', three);
    const warm = await solve('uc', three, { mipGap: 0.2, warmStart: { commitment } });
    assert.deepEqual([warm.termination_status, warm.node_count, warm.warnings], ['OPTIMAL', 0, []]);
    assert.ok((warm.mip_gap ?? 1) <= 0.2);
  });

  it('takes the hours that both have, whichever is longer', async () => {
    const { commitment } = await solve('uc', three);
    const cut = (hours: number) =>
      Object.fromEntries(Object.entries(commitment).map(([name, on]) => [name, on.slice(0, hours)]));
    assert.deepEqual(used((await startedFrom(cut(3))).warm), ['The warm start from job before was used']);
    const loads = [{ bus: 1, values: [60, 80, 130] }];
    const { warm } = await startedFrom(commitment, { ...three, loads, horizon: 3 });
    assert.deepEqual(used(warm), ['The warm start from job before was used']);
  });

  it('leaves units open that it does not know, and ignores those that the case does not have', async () => {
    const { commitment } = await solve('uc', three);
    const { mid: _, ...rest } = commitment;
    const { warm } = await startedFrom({ ...rest, elsewhere: [1, 1, 1, 1, 1, 1] });
    assert.deepEqual(used(warm), ['The warm start from job before was used']);
    const strange = (await startedFrom({ elsewhere: [1, 1] })).warm;
    assert.match(used(strange)[0] ?? '', /was not used: it has no unit and hour in common/);
  });

  it('that breaks minimum times is used as far as the units can follow', async () => {
    const { warm } = await startedFrom({ mid: [0, 0, 1, 0, 1, 0] });
    assert.equal(used(warm).length, 1);
  });

  it('that cannot carry the load leaves hours open that are far from the relaxation', async () => {
    const off = [0, 0, 0, 0, 0, 0];
    const { warm } = await startedFrom({ base: [1, 1, 1, 1, 1, 1], mid: off, peak: off });
    assert.match(used(warm)[0] ?? '', /was used for \d+ of 18 hours of units$/);
  });

  it('for a case without a schedule changes nothing', async () => {
    const loads = [{ bus: 1, values: [60, 80, 900, 150, 120, 70] }];
    const { warm } = await startedFrom({ base: [1, 1, 1, 1, 1, 1] }, { ...three, loads });
    assert.equal(warm.termination_status, 'INFEASIBLE');
  });

  const payload = hardCase(20, 24, 4);
  let similar: Awaited<ReturnType<typeof solvedForOthers>>;
  before(async () => {
    similar = await solvedForOthers('uc', payload, { mipGap: 1e-3 });
  });

  it('is not used if it costs too much and a kernel finds a better schedule', async () => {
    const { relaxation } = similar;
    const all = Object.fromEntries(
      payload.generators.map(({ name }) => [name, Array.from({ length: 24 }, () => 1)]),
    );
    const dear = await solve('uc', payload, { mipGap: 1e-3, warmStart: { commitment: all, jobId } });
    assert.deepEqual(used(dear), [`The warm start from job before ${DEAR}`]);
    assert.ok(relaxation);
    const warm = await solve('uc', payload, {
      mipGap: 1e-3,
      warmStart: { commitment: all, jobId, relaxation },
    });
    assert.deepEqual(used(warm), [`The warm start from job before ${DEAR}; its relaxation was`]);
    assert.deepEqual(
      [dear, warm].map((result) => result.certificate?.verified),
      [true, true],
    );
  });

  it('may cost as much above the relaxation as the schedule of the similar case does', async () => {
    const { result, relaxation } = similar;
    const { gap } = relaxation ?? {};
    assert.ok(relaxation && gap !== undefined && gap >= 0 && gap < 0.05, `${gap}`);
    const { commitment } = result;
    const few = Object.fromEntries(Object.entries(commitment).map(([name, on]) => [name, on.slice(0, 12)]));
    const allOn = Object.fromEntries(Object.keys(commitment).map((name) => [name, Array(24).fill(1)]));
    for (const [candidate, likely, warning] of [
      [few, gap, /was used$/],
      [allOn, gap, /costs too much/],
      [allOn, 1, /does not fit/],
    ] as const) {
      const warmStart = { commitment: candidate, jobId, relaxation: { ...relaxation, gap: likely } };
      assert.match(used(await solve('uc', payload, { mipGap: 1e-3, warmStart }))[0] ?? '', warning);
    }
  });

  it('means nothing to an economic dispatch', async () => {
    const { warnings } = await solve('ed', three, { warmStart: { commitment: { base: [1] }, jobId } });
    assert.deepEqual(used({ warnings }), ['The warm start from job before was not needed']);
  });
});
