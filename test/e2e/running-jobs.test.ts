/** What a client can do with a job while it runs, and with its result afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { type RunningStack, runningStack } from '../support/stack/running-stack.ts';

describe('a job', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let api: ApiClient;
  before(async () => {
    running = await runningStack();
    api = running.admin;
  });

  const cancel = (jobId: string) => api.request<JobStatusReply>('DELETE', `${SOLVE}/${jobId}`);
  const stop = (jobId: string) => api.request<JobStatusReply>('POST', `${SOLVE}/${jobId}/stop`);
  const withIncumbent = (status: JobStatusReply): boolean => status.progress_detail?.incumbent != null;

  it('shows phase, incumbent, bound and gap while it runs, and its progress never falls', async () => {
    const jobId = await api.submit('uc', hardCase());
    const seen: number[] = [];
    const status = await api.wait(jobId, (now) => {
      seen.push(now.progress);
      return withIncumbent(now) && now.progress_detail?.mip_gap != null;
    });
    assert.equal(status.status, 'running');
    assert.ok(status.started_at !== null && status.finished_at === null);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    const early = await api.request('GET', `${SOLVE}/${jobId}/results`);
    assert.equal(early.status, 202);
    await cancel(jobId);
    await api.wait(jobId);
  });

  it('can be cancelled within five seconds, once', async () => {
    const jobId = await api.submit('uc', hardCase());
    await api.wait(jobId, ({ status }) => status === 'running');
    const asked = Date.now();
    assert.equal((await cancel(jobId)).status, 202);
    const ended = await api.wait(jobId);
    assert.ok(Date.now() - asked < 5000, `took ${Date.now() - asked} ms`);
    assert.deepEqual([ended.status, ended.error?.code], ['cancelled', 'CANCELLED']);
    assert.equal((await cancel(jobId)).status, 409);
    assert.equal((await api.request('GET', `${SOLVE}/${jobId}/results`)).status, 409);
  });

  it('ends with its incumbent, verified, when it is stopped', async () => {
    const jobId = await api.submit('uc', hardCase());
    await api.wait(jobId, withIncumbent);
    assert.equal((await stop(jobId)).status, 202);
    const result = await api.result(jobId);
    assert.equal(result.termination_status, 'FEASIBLE');
    assert.equal(result.certificate?.verified, true);
    assert.equal((await stop(jobId)).status, 409);
  });

  it('keeps to its time limit', async () => {
    const asked = Date.now();
    const jobId = await api.submit('uc', hardCase(), { timeout: 3 });
    const result = await api.result(jobId);
    assert.ok(Date.now() - asked < 10_000, `took ${Date.now() - asked} ms`);
    assert.ok(['FEASIBLE', 'OPTIMAL', 'TIMEOUT'].includes(result.termination_status));
    if (result.termination_status === 'FEASIBLE') assert.equal(result.certificate?.verified, true);
  });

  it('streams its progress and then its end', async () => {
    const jobId = await api.submit('uc', hardCase(), { timeout: 3 });
    const response = await fetch(new URL(`${SOLVE}/${jobId}/events`, api.url), {
      headers: { authorization: `Bearer ${api.token}`, 'last-event-id': '3' },
    });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const text = await response.text();
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    assert.equal(events.at(-1), 'done');
    assert.ok(events.filter((name) => name === 'progress').length >= 2, text);
    const done = JSON.parse(text.trim().split('\ndata: ').at(-1) ?? '{}');
    assert.equal(done.status, 'completed');
  });

  it('answers a waiting reader when its status changes', async () => {
    const jobId = await api.submit('uc', payload());
    const asked = Date.now();
    const reply = await api.request<JobStatusReply>('GET', `${SOLVE}/${jobId}/status`, {
      headers: { prefer: 'wait=20' },
    });
    assert.equal(reply.headers.get('preference-applied'), 'wait=20');
    assert.ok(Date.now() - asked < 15_000);
    await api.wait(jobId);
    const over = Date.now();
    await api.request('GET', `${SOLVE}/${jobId}/status`, { headers: { prefer: 'wait=20' } });
    assert.ok(Date.now() - over < 2000, 'a finished job has nothing to wait for');
  });

  it('is in the list of its owner, newest first, with its name and tags', async () => {
    const jobId = await api.submit('ed', payload(), {
      name: 'evening',
      tags: ['a', 'b'],
      scenario_id: 'listed',
    });
    await api.wait(jobId);
    const { body } = await api.request<{ jobs: JobStatusReply[]; total: number }>(
      'GET',
      `${SOLVE}?limit=1&job_type=ed&scenario_id=listed&status=completed`,
    );
    assert.equal(body.jobs[0]?.job_id, jobId);
    assert.deepEqual([body.jobs[0]?.name, body.jobs[0]?.tags], ['evening', ['a', 'b']]);
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'status=done']) {
      assert.equal((await api.request('GET', `${SOLVE}?${query}`)).status, 422, query);
    }
  });

  it('gives its result as CSV tables', async () => {
    const jobId = await api.submit('uc', payload());
    const result = await api.result(jobId);
    const { status, headers, body } = await api.request<string>(
      'GET',
      `${SOLVE}/${jobId}/results?format=csv&table=dispatch`,
    );
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const rows = body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','));
    assert.deepEqual(
      rows.filter(([name]) => name === 'g1').map(([, , mw]) => Number(mw)),
      result.dispatch_mw['g1'],
    );
    assert.equal((await api.request('GET', `${SOLVE}/${jobId}/results?format=xml`)).status, 422);
  });

  it('is audited: submitted and completed, once each', async () => {
    const jobId = await api.submit('uc', payload());
    await api.wait(jobId);
    await delay(300);
    for (const type of ['solve_submitted', 'solve_completed']) {
      const { body } = await api.request<{ logs: { details: { job_id: string } }[] }>(
        'GET',
        `/api/audit/logs?type=${type}&limit=200`,
      );
      assert.equal(body.logs.filter(({ details }) => details.job_id === jobId).length, 1, type);
    }
  });
});
