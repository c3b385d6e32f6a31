import assert from 'node:assert/strict';
import { rootStall } from '../../../../../../activities/engine/search/branching/close-branch.ts';

const progress = (iterations: number, bound: number | null, nodes = 0) => ({
  iterations,
  bound,
  nodes,
  incumbent: null,
  mip_gap: null,
});

/** Number of iterations at which a search counts as stalled, if `boundAt` gives its bound every 50 iterations. */
function stalledAt(
  isStalled: ReturnType<typeof rootStall>,
  boundAt: (iterations: number) => number,
  nodes = 0,
): number | undefined {
  for (let iterations = 1000; iterations <= 5000; iterations += 50) {
    if (isStalled(progress(iterations, boundAt(iterations), nodes))) return iterations;
  }
  return undefined;
}

describe('rootStall', () => {
  it('lets a search go on that will be at its target in time', () => {
    // This bound would reach 400 at iteration 5,000, that is 4,000 iterations after the first 1,000.
    const steady = (iterations: number) => (iterations - 1000) / 10;
    assert.equal(stalledAt(rootStall(400, 10), steady), undefined);
  });

  it('ends one that would take longer', () => {
    const steady = (iterations: number) => (iterations - 1000) / 10;
    assert.equal(stalledAt(rootStall(400, 2), steady), 1400);
    assert.equal(stalledAt(rootStall(400, 8), steady), 1400);
  });

  it('judges by the recent gain of the bound', () => {
    const slowing = (iterations: number) => (iterations < 2000 ? iterations - 1000 : 1000);
    const at = stalledAt(rootStall(1100, 2), slowing) ?? 0;
    assert.ok(at > 2000 && at < 2700, `${at}`);
  });

  it('has nothing to say without a bound, and once there are nodes', () => {
    const isStalled = rootStall(100, 2);
    assert.equal(
      stalledAt(isStalled, () => 0, 3),
      undefined,
    );
    assert.equal(isStalled(progress(6000, null)), false);
  });
});
