/** A kill of the solver while many jobs wait costs the interrupted jobs the time of the kill and no more. */
import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import { pendingSolve } from '../../../temporal/jobs.ts';
import { type ApiClient, SOLVE } from '../../support/callers/api-client.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { untilWhole } from '../../support/stack/private-stack.ts';
import { readLog } from '../../support/stack/read-log.ts';
import { newUser, processOf } from '../../support/stack/running-stack.ts';
import { openStackDeps, type StackDeps } from '../../support/stack/stack-deps.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';

const SLOTS = 2;
const WAITING = 4;
/** Time limit at which no job ends by itself. */
const LIMIT_S = 600;
const PATIENCE_MS = 120_000;
/** Time that each job has used before the kill, s: an attempt that began anew would report less. */
const USED_S = 4;
/** Time for which the next attempt is observed, s. */
const FOLLOWED_S = 2;

describe('a kill of the solver with a full queue', function () {
  this.timeout(3 * PATIENCE_MS);
  let running: PrivateStack;
  let api: ApiClient;
  let stackDeps: StackDeps;
  let client: Client;
  const ids: string[] = [];
  before(async () => {
    running = await stackToKill({ solver: { SOLVER_SLOTS: String(SLOTS), SOLVER_WARM_UP: 'false' } });
    api = await newUser(running);
    stackDeps = await openStackDeps(running.stack);
    client = new Client({
      connection: await Connection.connect({ address: running.stack.temporal_address }),
    });
  });
  // The next file uses the same stack: an open job, also after a failure, would hold its slots.
  after(async () => {
    for (const id of ids) await api.request('DELETE', `${SOLVE}/${id}`);
    await Promise.all([stackDeps?.close(), client?.connection.close()]);
  });

  it('lets every interrupted job go on where it was, before fresh ones', async () => {
    for (let n = 0; n < SLOTS + WAITING; n++)
      ids.push(await api.submit('uc', hardCase(40, 24, n), { timeout: LIMIT_S }));
    /** Solve time per job that both the heartbeat, from which the next attempt continues, and the status report, s. */
    const interrupted = new Map<string, number>();
    await until(async () => {
      for (const id of ids) {
        const pending = await pendingSolve(client, await client.workflow.getHandle(id).describe());
        const isSaved = await stackDeps.deps.documents.get('incumbent', id);
        const { progress_detail } = await api.status(id);
        const usedS = Math.min(pending?.heartbeat?.progress.elapsed_s ?? 0, progress_detail?.elapsed_s ?? 0);
        if (isSaved && usedS >= USED_S) interrupted.set(id, usedS);
      }
      return interrupted.size === SLOTS;
    }, PATIENCE_MS);
    const killedAt = Date.now();
    running.kill('solver');

    const solvesSinceKill = async () =>
      (await readLog(processOf(running.stack, 'solver').log)).filter(
        ({ msg, time }) => msg === 'solving' && time > killedAt,
      );
    await until(async () => (await solvesSinceKill()).length >= SLOTS, PATIENCE_MS);
    const first = (await solvesSinceKill()).slice(0, SLOTS);
    assert.deepEqual(new Set(first.map(({ jobId }) => jobId)), new Set(interrupted.keys()));
    assert.ok(first.every(({ resumed }) => resumed));
    for (const [id, usedS] of interrupted) {
      await api.wait(id, ({ progress_detail }) => {
        const toldS = progress_detail?.elapsed_s ?? usedS;
        assert.ok(toldS >= usedS, `${toldS} s of its time are used, after ${usedS} s`);
        return toldS > usedS + FOLLOWED_S;
      });
    }
    await untilWhole(running);
  });
});
