/** A solve that runs out of memory, and the memory that a solve returns when it ends. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from '../../../../activities/engine/processes/create-engine.ts';
import { highsLibrary } from '../../../../activities/solvers/highs/library.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { ownChildren } from '../../../support/engine/own-children.ts';
import { requestOf, unwatched } from '../../../support/engine/request.ts';
import { until } from '../../../support/until.ts';

describe('a solve that comes close to its memory', function () {
  this.timeout(100_000);
  it('ends with its best schedule and the reason, and the next one is not affected', async () => {
    // Compiled WebAssembly takes memory as well.
    const isNative = (await highsLibrary()).version.includes('native');
    const engine = createEngine({ memoryMb: isNative ? 280 : 390 });
    const before = await engine(requestOf(payload()), unwatched());
    const short = await engine(requestOf(hardCase(80, 48)), unwatched());
    assert.deepEqual([short.termination_status, short.certificate?.verified], ['FEASIBLE', true]);
    assert.ok((short.lower_bound_usd ?? 0) > 0);
    assert.match(short.warnings?.at(-1) ?? '', /ended early.*SOLVER_MEMORY_MB/);
    const { solve_time_s: _, ...after } = await engine(requestOf(payload()), unwatched());
    const { solve_time_s: __, ...first } = before;
    assert.deepEqual(after, first);
  });
  it('fails with a reason when the model alone is more than it may have', async () => {
    const small = createEngine({ memoryMb: 100 });
    await assert.rejects(small(requestOf(hardCase(300, 96)), unwatched()), {
      code: 'SOLVER_ERROR',
      message: /out of memory/,
    });
  });
});

describe('the memory of a large solve', function () {
  this.timeout(100_000);
  it('is free again when it has ended', async () => {
    const earlier = new Set((await ownChildren()).map(({ pid }) => pid));
    const heldMb = async () =>
      (await ownChildren()).filter(({ pid }) => !earlier.has(pid)).reduce((sum, { rssMb }) => sum + rssMb, 0);
    const engine = createEngine({ memoryMb: 2048 });
    await engine(requestOf(hardCase(20, 24), { mipGap: 0.01 }), unwatched());
    const before = await heldMb();
    const large = engine(requestOf(hardCase(90, 96), { mipGap: 0.001 }), unwatched());
    let isOver = false;
    void large.finally(() => {
      isOver = true;
    });
    let most = before;
    while (!isOver) {
      most = Math.max(most, await heldMb());
      await delay(100);
    }
    await large;
    assert.ok(most > 1.5 * before, `large: ${most} MB after ${before} MB`);
    await until(async () => (await heldMb()) === 0);
  });
});
