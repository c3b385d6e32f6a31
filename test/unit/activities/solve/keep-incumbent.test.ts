import assert from 'node:assert/strict';
import { keepIncumbent } from '../../../../activities/solve/keep-incumbent.ts';
import type { Incumbent } from '../../../../temporal/case/messages/warm-start.ts';

const incumbent = (objective: number): Incumbent => ({ commitment: {}, objective, bound: null });

describe('keeping the incumbent', () => {
  it('writes only the newest of a burst', async () => {
    const written: number[] = [];
    const keeper = keepIncumbent(async ({ objective }) => void written.push(objective));
    for (const objective of [3, 2, 1]) keeper.offer(incumbent(objective));
    await keeper.flush();
    assert.deepEqual(written, [1]);
  });
  it('writes one after the other and waits for the last', async () => {
    const written: number[] = [];
    const keeper = keepIncumbent(async ({ objective }) => {
      await new Promise((done) => setTimeout(done, 10));
      written.push(objective);
    });
    keeper.offer(incumbent(2));
    const first = keeper.flush();
    keeper.offer(incumbent(1));
    await Promise.all([first, keeper.flush()]);
    assert.deepEqual(written, [2, 1]);
  });
  it('survives a failed write', async () => {
    const written: number[] = [];
    const keeper = keepIncumbent(async ({ objective }) => {
      if (objective === 2) throw new Error('no database');
      written.push(objective);
    });
    keeper.offer(incumbent(2));
    await keeper.flush();
    keeper.offer(incumbent(1));
    await keeper.flush();
    assert.deepEqual(written, [1]);
  });
  it('has nothing to write without an offer', async () => {
    await keepIncumbent(() => assert.fail('nothing to write')).flush();
  });
});
