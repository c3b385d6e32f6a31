import assert from 'node:assert/strict';
import { keepNewest } from '../../../../activities/solve/record-convergence.ts';
import type { Incumbent } from '../../../../temporal/case/messages/warm-start.ts';

const incumbent = (objective: number): Incumbent => ({ commitment: {}, objective, bound: null });

describe('keeping the newest', () => {
  it('writes only the newest of a burst', async () => {
    const written: number[] = [];
    const keeper = keepNewest(async ({ objective }: Incumbent) => void written.push(objective));
    for (const objective of [3, 2, 1]) keeper.offer(incumbent(objective));
    await keeper.flush();
    assert.deepEqual(written, [1]);
  });
  it('writes one after the other and waits for the last', async () => {
    const written: number[] = [];
    const keeper = keepNewest(async ({ objective }: Incumbent) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
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
    const keeper = keepNewest(async ({ objective }: Incumbent) => {
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
    await keepNewest(() => assert.fail('nothing to write')).flush();
  });
  it('writes no dropped item, except the one being written', async () => {
    const written: number[] = [];
    const keeper = keepNewest(async ({ objective }: Incumbent) => void written.push(objective));
    keeper.offer(incumbent(2));
    const writing = keeper.flush();
    keeper.offer(incumbent(1));
    await Promise.all([keeper.drop(), writing]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(written, [2]);
  });
});
