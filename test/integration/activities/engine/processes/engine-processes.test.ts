/** Each solve has a process of its own: its failure affects no other solve. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../../activities/engine/processes/create-engine.ts';
import type { Phase } from '../../../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { ownChildren } from '../../../../support/engine/own-children.ts';
import { canPlant, plantFault } from '../../../../support/engine/planted-fault.ts';
import { requestOf, unwatched } from '../../../../support/engine/request.ts';
import { NO_NATIVE_HIGHS, skip } from '../../../../support/skip.ts';

/** Request with a limit of 30 s. */
const request = (payload: SolvePayload, mipGap = 1e-5) => requestOf(payload, { timeLimitS: 30, mipGap });
const pids = async () => (await ownChildren()).map(({ pid }) => pid);

describe('the process of a solve', function () {
  this.timeout(120_000);
  const engine = createEngine({ memoryMb: 1024 });

  /** Solves a day beside `other`, and sends `signal` to its process as soon as it reaches `phase`. */
  async function struck(phase: Phase, signal: NodeJS.Signals) {
    const earlier = new Set(await pids());
    let signalled: Promise<unknown> | undefined;
    let searchedMs = 0;
    const begunAt = performance.now();
    const strike = async () => {
      for (const pid of await pids()) if (!earlier.has(pid)) process.kill(pid, signal);
    };
    const fresh = createEngine({ memoryMb: 1024 });
    const answer = await fresh(request(hardCase(60, 48)), {
      ...unwatched(),
      onProgress(progress) {
        if (progress.phase !== phase || signalled !== undefined) return;
        searchedMs = performance.now() - begunAt;
        signalled = strike();
      },
    }).catch((error: unknown) => error);
    assert.ok(signalled, `it was never in ${phase}`);
    await signalled;
    return { answer: answer as SolveResult | EngineError, searchedS: searchedMs / 1000 };
  }

  for (const [phase, signal] of [
    ['building', 'SIGKILL'],
    ['relaxation', 'SIGSEGV'],
    ['search', 'SIGABRT'],
  ] as const) {
    it(`may be struck by ${signal} while it is ${phase}: its solve ends, and another goes on`, async () => {
      const other = engine(request(hardCase(10, 24), 0.001), unwatched());
      const { answer, searchedS } = await struck(phase, signal);
      if (answer instanceof EngineError) {
        assert.equal(answer.code, 'SOLVER_ERROR');
        assert.match(answer.message, new RegExp(`ended without an answer \\(${signal}\\)`));
      } else {
        assert.equal(answer.certificate?.verified, true);
        assert.ok(answer.solve_time_s >= searchedS, `${answer.solve_time_s} of ${searchedS} s`);
        if (answer.termination_status === 'FEASIBLE')
          assert.match((answer.warnings ?? []).join('\n'), new RegExp(`ended early.*${signal}`));
      }
      assert.equal((await other).certificate?.verified, true);
    });
  }

  it('may fault inside of the library: its solve ends with a schedule by list, and another goes on', async function () {
    const library = process.env['HIGHS_LIBRARY'];
    if (!library || !canPlant) return skip(this, NO_NATIVE_HIGHS);
    const folder = await mkdtemp(join(tmpdir(), 'planted-'));
    const planted = join(folder, 'libhighs');
    await plantFault(library, planted);
    const other = engine(request(hardCase(30, 24), 0.001), unwatched());
    process.env['HIGHS_LIBRARY'] = planted;
    const faulty = createEngine({ memoryMb: 1024 })(request(hardCase(10, 24)), unwatched());
    process.env['HIGHS_LIBRARY'] = library;
    const { termination_status, end_reason, certificate, warnings = [] } = await faulty;
    assert.deepEqual([termination_status, end_reason, certificate?.verified], ['FEASIBLE', 'memory', true]);
    assert.match(warnings.join('\n'), /ended without an answer \(SIGSEGV\)/);
    assert.equal((await other).certificate?.verified, true);
    await rm(folder, { recursive: true });
  });

  it('waits for the next solve when it has answered', async () => {
    const day = request(hardCase(10, 24), 0.01);
    await engine(day, unwatched());
    const waiting = await pids();
    await engine(day, unwatched());
    assert.deepEqual(await pids(), waiting);
  });
});
