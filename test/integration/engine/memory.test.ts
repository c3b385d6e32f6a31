/** What becomes of a solve for which memory does not suffice, and of the memory of one for which it did. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine } from '../../../activities/engine/create-engine.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import { hardCase } from '../../support/hard-case.ts';
import { payload } from '../../support/payloads.ts';
import type { Fate } from '../../support/short-of-memory.ts';

const SCRIPT = fileURLToPath(new URL('../../support/short-of-memory.js', import.meta.url));
const MB = 1e6;
const UNWATCHED = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };

/** Pages of WebAssembly are 64 KiB. */
async function solvesWithin(pages: number): Promise<Fate[]> {
  const args = [`--wasm-max-mem-pages=${pages}`, SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 90_000 });
  return JSON.parse(stdout);
}

describe('a solve that runs out of memory', function () {
  this.timeout(100_000);
  it('is answered by the best schedule it had found, and the next one is not touched', async () => {
    const [before, short, after] = await solvesWithin(900);
    assert.deepEqual([short?.status, short?.verified], ['FEASIBLE', true]);
    assert.match(short?.warnings?.at(-1) ?? '', /ended early.*without memory/);
    assert.equal(before?.status, 'OPTIMAL');
    assert.deepEqual(after, before);
  });
  it('fails with a reason when it had found none', async () => {
    const [, short] = await solvesWithin(300);
    assert.equal(short?.code, 'SOLVER_ERROR');
    assert.match(short?.message ?? '', /without memory/);
  });
  it('fails with a reason when the model alone is more than its heap', async () => {
    const small = createEngine({ heapMb: 40 });
    const solving = small(
      { jobType: 'uc', payload: hardCase(300, 96), solver: 'highs', timeLimitS: 60, mipGap: 0 },
      UNWATCHED,
    );
    await assert.rejects(solving, { code: 'SOLVER_ERROR', message: /out of memory/ });
  });
});

describe('the memory of a large solve', function () {
  this.timeout(100_000);
  const engine = createEngine({ heapMb: 2048 });
  const solve = (day: SolvePayload, mipGap = 0) =>
    engine({ jobType: 'uc', payload: day, solver: 'highs', timeLimitS: 6, mipGap }, UNWATCHED);

  it('is free again after the next small one', async () => {
    const { rss } = process.memoryUsage;
    await solve(hardCase(20, 24), 0.01);
    const before = rss();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, rss());
    }, 50);
    await solve(hardCase(200, 96));
    clearInterval(watching);
    await solve(payload());
    // Threads end beside their caller.
    await delay(1000);
    const after = rss();
    const seen = `${before / MB} MB before, ${most / MB} MB at most, ${after / MB} MB after`;
    assert.ok(most - before > 100 * MB, seen);
    // The rest of the process grows and shrinks as well.
    assert.ok(after - before < 0.4 * (most - before), seen);
  });
});
