/** A session that does not solve an unchanged model again. */
import assert from 'node:assert/strict';
import { atMost } from '../../../../../activities/milp/model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { withoutRepeats } from '../../../../../activities/solvers/highs/without-repeats.ts';
import { knapsack } from '../contract.ts';

const LIMITS = { timeLimitS: 5 };
const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const TWO = [Int32Array.of(0), Float64Array.of(0), Float64Array.of(2)] as const;

/** A session of HiGHS that counts its relaxations. */
async function counted(stop = new Int32Array(1)) {
  const session = await openHighs(knapsack(), stop);
  let relaxed = 0;
  const counting = withoutRepeats({
    ...session,
    relax(limits) {
      relaxed += 1;
      return session.relax(limits);
    },
  });
  return { session: counting, relaxed: () => relaxed };
}

describe('a session without repeats', () => {
  it('relaxes a model once as long as nothing changes', async () => {
    const { session, relaxed } = await counted();
    const first = session.relax(LIMITS);
    session.addRows([]);
    session.setBounds(new Int32Array(), new Float64Array(), new Float64Array());
    assert.equal(session.relax(LIMITS), first);
    assert.equal(relaxed(), 1);
    session.dispose();
  });

  it('relaxes again after every change', async () => {
    const { session, relaxed } = await counted();
    const changes = [
      () => session.addRows([atMost(1, [[1, 0]])]),
      () => session.addColumns([{ cost: -1, upper: 1 }]),
      () => session.setLimits(...TWO),
      () => session.setBounds(...TWO),
      () => session.startFrom?.(undefined),
      () => session.search({ ...LIMITS, mipGap: 0 }, undefined, UNWATCHED),
    ];
    const costs = [session.relax(LIMITS)];
    for (const change of changes) {
      assert.ok(session.basis?.());
      change();
      assert.equal(session.basis?.(), undefined);
      costs.push(session.relax(LIMITS));
    }
    assert.equal(relaxed(), changes.length + 1);
    assert.deepEqual(
      costs.map((cost) => cost.outcome === 'optimal' && cost.objective),
      [-7.75, -7, -8, -5, -5, -5, -5],
    );
    session.dispose();
  });

  it('ends with the status of the session when it is stopped', async () => {
    const stop = new Int32Array(1);
    const { session } = await counted(stop);
    session.relax(LIMITS);
    stop[0] = 1;
    assert.equal(session.relax(LIMITS).outcome, 'limit');
    assert.equal(session.relax({ ...LIMITS, evenIfStopped: true }).outcome, 'optimal');
    session.dispose();
  });
});
