/** A long solve uses a slot that nobody needs, and gives it back at once. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineRequest } from '../../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../../activities/engine/run/create-engine.ts';
import { meshedCase } from '../../../../support/cases/meshed-case.ts';
import { ownChildren } from '../../../../support/engine/own-children.ts';

const UNWATCHED = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };
/** Neither search closes it in the time. */
const request: EngineRequest = {
  jobType: 'scuc',
  payload: meshedCase(24, 16, { horizon: 24, seed: 8, outages: true }),
  solver: 'highs',
  timeLimitS: 12,
  mipGap: 1e-6,
};

/** Slots of which one is free, and what was done with it. */
function oneSlot() {
  const events: string[] = [];
  let wanted = (): void => undefined;
  const lend = (want: () => void) => {
    events.push('lent');
    wanted = want;
    return () => void events.push('given back');
  };
  return { events, lend, want: () => wanted() };
}

describe('a second search', function () {
  this.timeout(60_000);

  /** Processes of engines that were not there before. */
  async function countFrom() {
    const earlier = new Set((await ownChildren()).map(({ pid }) => pid));
    return async () => (await ownChildren()).filter(({ pid }) => !earlier.has(pid)).length;
  }
  async function until(count: () => Promise<number>, wanted: number, withinMs: number): Promise<void> {
    for (const end = performance.now() + withinMs; performance.now() < end; await delay(20))
      if ((await count()) === wanted) return;
    assert.equal(await count(), wanted);
  }

  it('begins on a slot that is free, ends within a second of a task for it, and comes again', async () => {
    const { events, lend, want } = oneSlot();
    const count = await countFrom();
    const answer = createEngine({ memoryMb: 1024, lend })(request, UNWATCHED);
    await until(count, 2, 8000);
    want();
    await until(count, 1, 1000);
    await until(count, 2, 4000);
    const { certificate, termination_status, mip_gap } = await answer;
    assert.deepEqual([certificate?.verified, termination_status], [true, 'FEASIBLE']);
    assert.ok(mip_gap !== null && mip_gap < 0.05);
    await until(count, 1, 2000);
    assert.deepEqual(events, ['lent', 'given back', 'lent', 'given back']);
  });

  it('is not asked for by a solve that is to be repeatable', async () => {
    const lend = () => assert.fail('lent');
    const answer = await createEngine({ memoryMb: 1024, lend })(
      { ...request, timeLimitS: 6, repeatable: true },
      UNWATCHED,
    );
    assert.equal(answer.certificate?.verified, true);
  });

  it('that closes the gap with the first one makes its answer', async function () {
    // Quiet cores close it in 20 s; beside other tests it takes longer, and speed is not what is tested.
    const timeLimitS = 100;
    this.timeout((timeLimitS + 20) * 1000);
    const { events, lend } = oneSlot();
    const count = await countFrom();
    const payload = meshedCase(24, 16, { horizon: 24, seed: 1, outages: true });
    const seen: number[] = [];
    const answer = await createEngine({ memoryMb: 1024, lend })(
      { ...request, payload, timeLimitS, mipGap: 0.001 },
      { ...UNWATCHED, onIncumbent: ({ objective }) => seen.push(objective) },
    );
    assert.deepEqual([answer.termination_status, answer.certificate?.verified], ['OPTIMAL', true]);
    assert.ok((answer.mip_gap ?? 1) <= 0.001);
    assert.ok(answer.lmp && Object.keys(answer.lmp).length > 0);
    assert.ok(seen.every((cost, i) => i === 0 || cost < (seen[i - 1] ?? 0)));
    await until(count, 1, 2000);
    assert.deepEqual(events, ['lent', 'given back']);
  });
});
