/**
 * What happens to jobs and submissions when processes are killed or freeze: nothing is lost, nothing twice, nobody
 * hangs.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { whatIf } from '../../api/analyst/why/what-if.ts';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { ProcessName } from '../../workers/local/stack/stack-file.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { persist } from '../support/callers/persist.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { random } from '../support/cases/random.ts';
import { killInTurn, untilReady } from '../support/stack/kill-in-turn.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';
import { openStackDeps } from '../support/stack/stack-deps.ts';

const JOBS = 30;
const KILLS = 15;
/** A reply must come within this, whatever is down, ms. */
const NO_HANG_MS = 5000;
/** Longer than any question is waited for. */
const NEVER_MS = 60_000;

describe('faults', function () {
  this.timeout(420_000);
  let running: PrivateStack;
  let started: PrivateStack | undefined;
  before(async () => {
    started = await privateStack();
    running = started;
  });
  after(() => started?.stop());

  const submit = async (body: object): Promise<string> => {
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await persist(() =>
      running.admin.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers }),
    );
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return reply.body.job_id;
  };
  const status = async (jobId: string): Promise<JobStatusReply> =>
    (await persist(() => running.admin.request<JobStatusReply>('GET', `${SOLVE}/${jobId}/status`))).body;
  const isOver = (reply: JobStatusReply): boolean =>
    ['completed', 'failed', 'cancelled'].includes(reply.status);

  /** The first terminal status seen of each job. */
  async function untilAllOver(ids: readonly string[]): Promise<Map<string, JobStatusReply>> {
    const ends = new Map<string, JobStatusReply>();
    const end = Date.now() + 180_000;
    while (ends.size < ids.length) {
      for (const id of ids.filter((job) => !ends.has(job))) {
        const seen = await status(id);
        if (isOver(seen)) ends.set(id, seen);
      }
      assert.ok(Date.now() < end, `${ids.length - ends.size} jobs never ended`);
      await delay(250);
    }
    return ends;
  }

  /** Jobs in the audit log: what a kill came before is appended by the sweep, every 15 s. */
  async function logged(type: string, count: number): Promise<string[]> {
    const end = Date.now() + 60_000;
    for (;;) {
      const { body } = await running.admin.request<{ logs: { details: { job_id: string } }[] }>(
        'GET',
        `/api/audit/logs?type=${type}&limit=1000`,
      );
      const jobs = body.logs.map(({ details }) => details.job_id);
      if (jobs.length >= count || Date.now() > end) return jobs;
      await delay(500);
    }
  }

  it(`end ${JOBS} jobs exactly once through ${KILLS} kills of all five processes`, async () => {
    const r = random(2026);
    const killing = killInTurn(running, {
      count: KILLS,
      pause: () => r.integer(200, 1200),
      isOn: () => true,
    });
    const ids: string[] = [];
    for (let i = 0; i < JOBS; i++) {
      const body = i % 3 === 0 ? { payload: hardCase(20, 24, i), timeout: 3 } : { payload: payload() };
      ids.push(await submit({ scenario_id: `kill-${i}`, ...body }));
      await delay(r.integer(0, 600));
    }
    const recoveries = (await killing).map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
    const ends = await untilAllOver(ids);

    assert.equal(new Set(ids).size, JOBS);
    const lost = [...ends.values()].filter((job) => job.status !== 'completed');
    assert.deepEqual(lost, []);
    const { body } = await running.admin.request<{ total: number }>('GET', SOLVE);
    assert.equal(body.total, JOBS, 'no job was accepted twice');
    for (const id of ids) {
      assert.deepEqual(await status(id), ends.get(id), 'a terminal status never changes');
      assert.notEqual((await running.admin.result(id)).certificate?.verified, false);
    }
    assert.deepEqual((await logged('solve_submitted', JOBS)).sort(), ids.toSorted());
    assert.deepEqual((await logged('solve_completed', JOBS)).sort(), ids.toSorted());
    const p95 = recoveries[Math.ceil(0.95 * recoveries.length) - 1] ?? 0;
    process.stdout.write(`    ${KILLS} kills, ${JOBS} jobs: 0 lost, 0 duplicated; recovery p95 ${p95} ms\n`);
    assert.ok(p95 <= 30_000);
  });

  const downs: readonly [ProcessName, readonly number[]][] = [
    ['solver', [502]],
    ['temporal', [502]],
    ['mongod', [503]],
  ];
  for (const [name, statuses] of downs) {
    it(`refuse a submission within five seconds while ${name} is silent, and store nothing`, async () => {
      await untilReady(running);
      const before = await running.admin.request<{ total: number }>('GET', SOLVE);
      running.freeze(name);
      try {
        const began = Date.now();
        const reply = await running.admin.request('POST', `${SOLVE}/uc`, {
          body: { scenario_id: `down-${name}`, payload: payload() },
        });
        assert.ok(Date.now() - began < NO_HANG_MS, `took ${Date.now() - began} ms`);
        assert.ok(statuses.includes(reply.status), `${reply.status} ${JSON.stringify(reply.body)}`);
        const ready = await fetch(new URL('/health/ready', running.stack.api_url));
        const { checks } = (await ready.json()) as { checks: Record<string, string> };
        assert.equal(ready.status, 503);
        assert.notEqual(checks[name === 'mongod' ? 'mongo' : name], 'ok');
        assert.equal((await fetch(new URL('/health', running.stack.api_url))).status, 200);
      } finally {
        running.thaw(name);
      }
      await untilReady(running);
      const after = await running.admin.request<{ total: number }>('GET', SOLVE);
      assert.equal(after.body.total, before.body.total);
    });
  }

  it('answer a question by computation once, though its solver is killed', async () => {
    await untilReady(running);
    const base = await submit({ scenario_id: 'asked', payload: hardCase(40, 24), timeout: 2 });
    await running.admin.wait(base);
    const stackDeps = await openStackDeps(running.stack);
    try {
      const user = await stackDeps.principalOf(running.admin);
      const { jobs } = stackDeps.deps;
      const question = { change: { kind: 'load', factor: 0.99 }, job_id: base } as const;
      const ask = () => {
        const signal = AbortSignal.timeout(NEVER_MS);
        return whatIf.run(question, { deps: stackDeps.deps, user, scenarioId: undefined, signal });
      };
      const asked = ask().catch(() => undefined);
      while (!(await jobs.list({ parentId: base, status: 'running' }, 1, 0)).total) await delay(20);
      running.kill('solver');
      await asked;
      await untilReady(running);
      const { jobs: asking } = await jobs.list({ parentId: base }, 10, 0);
      await running.admin.wait(asking[0]?._id ?? '');
      const { data } = await ask();
      assert.equal(Reflect.get(data, 'job_id'), asking[0]?._id);
      assert.equal((await jobs.list({ parentId: base }, 10, 0)).total, 1);
    } finally {
      await stackDeps.close();
    }
  });

  it('still answer status and results while no worker is up', async () => {
    const done = await submit({ scenario_id: 'before', payload: payload() });
    await running.admin.wait(done);
    running.freeze('orchestrator');
    running.freeze('solver');
    try {
      assert.equal((await running.admin.status(done)).status, 'completed');
      assert.equal((await running.admin.request('GET', `${SOLVE}/${done}/results`)).status, 200);
    } finally {
      running.thaw('orchestrator');
      running.thaw('solver');
    }
    await untilReady(running);
  });
});
