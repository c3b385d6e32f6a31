/** What becomes of a solve for which memory does not suffice, and of the memory of one for which it did. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine } from '../../../../activities/engine/run/create-engine.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import type { MemorySeen } from './a-large-solve.ts';
import type { Fate } from './short-of-memory.ts';

const run = promisify(execFile);
const scriptOf = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url));
const MB = 1e6;
const UNWATCHED = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };

/** Pages of WebAssembly are 64 KiB. */
async function solvesWithin(pages: number): Promise<Fate[]> {
  const args = [`--wasm-max-mem-pages=${pages}`, scriptOf('short-of-memory')];
  const { stdout } = await run(process.execPath, args, { timeout: 90_000 });
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

  it('is free again after the next small one', async () => {
    const { stdout } = await run(process.execPath, [scriptOf('a-large-solve')], {
      timeout: 90_000,
    });
    const { before, most, after }: MemorySeen = JSON.parse(stdout);
    assert.ok(most > 1.5 * before, `large: ${most / MB} MB after ${before / MB} MB`);
    assert.ok(after < 1.3 * before, `${after / MB} MB, not ${before / MB} MB`);
  });
});
