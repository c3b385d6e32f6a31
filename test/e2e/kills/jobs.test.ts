/** An accepted job ends exactly once, whichever process is killed, and repeated requests of its client count once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { whatIf } from '../../../api/analyst/why/what-if.ts';
import type { JobStatusReply } from '../../../temporal/case/messages/job.ts';
import { findRunningStack } from '../../../workers/local/stack/stack-file.ts';
import { type ApiClient, SOLVE } from '../../support/callers/api-client.ts';
import { untilAudited } from '../../support/callers/audited-jobs.ts';
import { persist } from '../../support/callers/persist.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { payload } from '../../support/cases/payloads.ts';
import { isFullSize } from '../../support/full-size.ts';
import { killOne, VICTIMS } from '../../support/stack/kill-in-turn.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { untilWhole } from '../../support/stack/private-stack.ts';
import { newUser, processOf } from '../../support/stack/running-stack.ts';
import { openStackDeps } from '../../support/stack/stack-deps.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';

/** Moments of a kill after a submission. */
const MOMENTS = isFullSize ? ['accepted', 'running'] : ['running'];
const JOBS = 2 * MOMENTS.length * VICTIMS.length;
/** Time limit of the jobs that a kill interrupts, s. */
const LIMIT_S = 1;
const PATIENCE_MS = 180_000;
/** Longer than any wait of a request. */
const NEVER_MS = 60_000;

describe('jobs whose processes are killed', function () {
  this.timeout(420_000);
  let running: PrivateStack;
  let api: ApiClient;
  before(async () => {
    running = await stackToKill();
    api = await newUser(running);
  });

  const submit = async (body: object): Promise<string> => {
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await persist(() =>
      api.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers }),
    );
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return reply.body.job_id;
  };
  const status = async (id: string): Promise<JobStatusReply> =>
    (await persist(() => api.request<JobStatusReply>('GET', `${SOLVE}/${id}/status`))).body;

  it(`end, all ${JOBS}, exactly once, as they were seen to end`, async () => {
    const ids: string[] = [];
    // One job is solved at once, the other is interrupted: as soon as it is accepted, or while it runs.
    for (const moment of MOMENTS) {
      for (const victim of VICTIMS) {
        const scenario_id = `${moment}-${victim}`;
        const short = submit({ scenario_id, payload: payload() });
        const hard = hardCase(20, 24, ids.length);
        const long = await submit({ scenario_id, payload: hard, timeout: LIMIT_S });
        if (moment === 'running')
          await until(async () => (await status(long)).status !== 'queued', PATIENCE_MS);
        await killOne(running, victim);
        ids.push(await short, long);
      }
    }
    const ends = new Map<string, JobStatusReply>();
    for (const id of ids) {
      await until(async () => {
        const state = await status(id);
        if (state.finished_at !== null) ends.set(id, state);
        return ends.has(id);
      }, PATIENCE_MS);
    }
    await untilWhole(running);

    assert.equal(new Set(ids).size, JOBS);
    assert.deepEqual(
      [...ends.values()].filter((job) => job.status !== 'completed'),
      [],
    );
    const { body } = await api.request<{ total: number }>('GET', SOLVE);
    assert.equal(body.total, JOBS, 'no job was accepted twice');
    for (const id of ids) {
      assert.deepEqual(await status(id), ends.get(id), 'a terminal status never changes');
      assert.notEqual((await api.result(id)).certificate?.verified, false);
    }
    for (const type of ['solve_submitted', 'solve_completed'])
      assert.deepEqual(await untilAudited(running.admin, type, ids), ids.toSorted(), type);
    const { body: chain } = await running.admin.request<{ valid: boolean }>('GET', '/api/audit/verify');
    assert.equal(chain.valid, true);
  });

  it('answer a question by computation once, though its solver is killed', async () => {
    const base = await submit({ scenario_id: 'asked', payload: hardCase(40, 24), timeout: LIMIT_S });
    await api.wait(base);
    const stackDeps = await openStackDeps(running.stack);
    try {
      const user = await stackDeps.principalOf(api);
      const { jobs } = stackDeps.deps;
      const question = { change: { kind: 'load', factor: 0.99 }, job_id: base } as const;
      const ask = () => {
        const signal = AbortSignal.timeout(NEVER_MS);
        return whatIf.run(question, { deps: stackDeps.deps, user, scenarioId: undefined, signal });
      };
      const answer = ask().catch(() => undefined);
      while (!(await jobs.list({ parentId: base, status: 'running' }, 1, 0)).total) await delay(20);
      running.kill('solver');
      await answer;
      await untilWhole(running);
      const { jobs: asking } = await jobs.list({ parentId: base }, 10, 0);
      await api.wait(asking[0]?._id ?? '');
      const { data } = await ask();
      assert.equal(Reflect.get(data, 'job_id'), asking[0]?._id);
      assert.equal((await jobs.list({ parentId: base }, 10, 0)).total, 1);
    } finally {
      await stackDeps.close();
    }
  });

  for (const name of ['api', 'solver'] as const) {
    it(`have the ${name} back under its address, with its new pid in the file of the stack`, async () => {
      const { pid } = processOf(running.stack, name);
      await killOne(running, name);
      await untilWhole(running);
      await until(async () => {
        const written = await findRunningStack(running.folder);
        return written !== undefined && processOf(written, name).pid !== pid;
      });
      const written = await findRunningStack(running.folder);
      assert.deepEqual(written?.processes, running.stack.processes);
      assert.deepEqual(
        [written.api_url, written.solver_url],
        [running.stack.api_url, running.stack.solver_url],
      );
    });
  }
});
