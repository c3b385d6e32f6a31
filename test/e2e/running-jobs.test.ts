/** Requests about a running job, and about its result afterwards. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { untilAudited } from '../support/callers/audited-jobs.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

/** A case with an early schedule and a long proof. */
const HARD_DAY = hardCase(60, 24);

describe('a job', function () {
  this.timeout(120_000);
  let api: ApiClient;
  before(async () => {
    api = (await runningStack()).admin;
  });

  const cancel = (jobId: string) => api.request<JobStatusReply>('DELETE', `${SOLVE}/${jobId}`);
  const remove = (jobId: string) => api.request('DELETE', `${SOLVE}/${jobId}/record`);
  const stop = (jobId: string) => api.request<JobStatusReply>('POST', `${SOLVE}/${jobId}/stop`);

  it('shows phase, incumbent, bound and gap, its progress never falls, and it is cancelled within five seconds, once', async () => {
    const jobId = await api.submit('uc', HARD_DAY);
    const progresses: number[] = [];
    const status = await api.wait(jobId, (now) => {
      progresses.push(now.progress);
      return now.progress_detail?.incumbent != null && now.progress_detail.mip_gap != null;
    });
    assert.equal(status.status, 'running');
    assert.ok(status.started_at !== null && status.finished_at === null);
    assert.deepEqual(
      progresses,
      progresses.toSorted((a, b) => a - b),
    );
    const results = async () => (await api.request('GET', `${SOLVE}/${jobId}/results`)).status;
    assert.equal(await results(), 202);
    const requestedAt = Date.now();
    assert.equal((await remove(jobId)).status, 409);
    assert.equal((await cancel(jobId)).status, 202);
    const ended = await api.wait(jobId);
    assert.ok(Date.now() - requestedAt < 5000, `took ${Date.now() - requestedAt} ms`);
    assert.deepEqual([ended.status, ended.error?.code], ['cancelled', 'CANCELLED']);
    assert.equal((await cancel(jobId)).status, 409);
    assert.equal(await results(), 409);
  });

  it('ends with its incumbent, verified, when it is stopped, and shows how its search went from the beginning', async () => {
    const jobId = await api.submit('uc', HARD_DAY);
    const { progress_detail } = await api.wait(jobId, (now) => {
      const { incumbent = null, convergence = [] } = now.progress_detail ?? {};
      // Either of the two may be recorded first.
      return incumbent !== null && convergence.some((point) => point.incumbent !== null);
    });
    const points = progress_detail?.convergence ?? [];
    assert.equal((await stop(jobId)).status, 202);
    const {
      termination_status,
      end_reason,
      certificate,
      convergence = [],
      objective_value,
    } = await api.result(jobId);
    assert.deepEqual([termination_status, certificate?.verified], ['FEASIBLE', true]);
    assert.deepEqual([end_reason, (await api.status(jobId)).end_reason], ['stopped', 'stopped']);
    assert.equal((await stop(jobId)).status, 409);
    assert.deepEqual(convergence[0], points[0], 'what was seen in the middle has not been forgotten');
    assert.ok(convergence.length > points.length);
    assert.equal(convergence.at(-1)?.incumbent, objective_value);
  });

  it('keeps to its time limit, and streams its progress and then its end', async () => {
    const requestedAt = Date.now();
    const jobId = await api.submit('uc', hardCase(), { timeout: 3 });
    const response = await fetch(new URL(`${SOLVE}/${jobId}/events`, api.url), {
      headers: { authorization: `Bearer ${api.token}`, 'last-event-id': '3' },
    });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const text = await response.text();
    const result = await api.result(jobId);
    assert.ok(Date.now() - requestedAt < 10_000, `took ${Date.now() - requestedAt} ms`);
    assert.ok(['FEASIBLE', 'OPTIMAL', 'TIMEOUT'].includes(result.termination_status));
    if (result.termination_status === 'FEASIBLE') assert.equal(result.certificate?.verified, true);
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    assert.equal(events.at(-1), 'done');
    assert.ok(events.filter((name) => name === 'progress').length >= 2, text);
    const lastEvent = JSON.parse(text.trim().split('\ndata: ').at(-1) ?? '{}');
    assert.equal(lastEvent.status, 'completed');
  });

  it('answers a waiting reader when its status changes', async () => {
    const jobId = await api.submit('uc', payload());
    const requestedAt = Date.now();
    const reply = await api.request<JobStatusReply>('GET', `${SOLVE}/${jobId}/status`, {
      headers: { prefer: 'wait=20' },
    });
    assert.equal(reply.headers.get('preference-applied'), 'wait=20');
    assert.ok(Date.now() - requestedAt < 15_000);
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
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'status=done', 'sort=cost']) {
      assert.equal((await api.request('GET', `${SOLVE}?${query}`)).status, 422, query);
    }
  });

  it('is renamed, tagged, searched for and deleted, and then a repeated submission is a new one', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { scenario_id: 'renamed', payload: payload() };
    const submit = async () =>
      (await api.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers })).body.job_id;
    const jobId = await submit();
    await api.wait(jobId);
    const label = (id: string, labels: object) =>
      api.request<JobStatusReply>('PATCH', `${SOLVE}/${id}`, { body: labels });
    const name = `<b>${randomUUID()}</b>`;
    const renamed = await label(jobId, { name });
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.tags], [200, name, []]);
    assert.deepEqual((await label(jobId, { tags: ['x'] })).body.tags, ['x']);
    for (const wrong of [{}, { name: 'x'.repeat(201) }, { tags: [''] }, { tags: 'x' }])
      assert.equal((await label(jobId, wrong)).status, 422, JSON.stringify(wrong));
    assert.equal((await label(randomUUID(), { name })).status, 404);
    const list = `${SOLVE}?sort=mip_gap&q=${encodeURIComponent(name.toUpperCase())}`;
    const { jobs } = (await api.request<{ jobs: JobStatusReply[] }>('GET', list)).body;
    assert.deepEqual(
      jobs.map(({ job_id, mip_gap }) => [job_id, typeof mip_gap]),
      [[jobId, 'number']],
    );
    assert.equal((await remove(jobId)).status, 204);
    assert.equal((await remove(jobId)).status, 404);
    // Simultaneous readers share one answer, which may be slightly older.
    for (const path of ['', '/results', '/payload'])
      await until(async () => (await api.request('GET', `${SOLVE}/${jobId}${path}`)).status === 404);
    const again = await submit();
    assert.notEqual(again, jobId);
    assert.equal((await api.wait(again)).status, 'completed');
  });

  it('gives the fields of its result that are asked for, and its case', async () => {
    const jobId = await api.submit('uc', payload());
    const { job_id, status, termination_status, lmp } = await api.result(jobId);
    const some = await api.request('GET', `${SOLVE}/${jobId}/results?fields=lmp`);
    assert.deepEqual([some.status, some.body], [200, { job_id, status, termination_status, lmp }]);
    assert.equal((await api.request('GET', `${SOLVE}/${jobId}/results?fields=price`)).status, 422);
    assert.deepEqual((await api.request('GET', `${SOLVE}/${jobId}/payload`)).body, payload());
    const loads = await api.request('GET', `${SOLVE}/${jobId}/payload?fields=loads,horizon`);
    assert.deepEqual(loads.body, { loads: payload().loads, horizon: payload().horizon });
    assert.equal((await api.request('GET', `${SOLVE}/${randomUUID()}/payload`)).status, 404);
  });

  it('that is infeasible is repaired by a job of its own', async () => {
    const jobId = await api.submit('uc', payload({ loads: [{ bus: 1, values: [80, 300, 90] }] }));
    const { infeasibility } = await api.result(jobId);
    assert.deepEqual(
      infeasibility?.repair.map(({ hour, to }) => [hour, to]),
      [[1, 200]],
    );
    const repaired = await api.request<{ job_id: string }>('POST', `${SOLVE}/${jobId}/repair`);
    assert.equal(repaired.status, 202);
    const { certificate, dispatch_mw } = await api.result(repaired.body.job_id);
    assert.equal(certificate?.verified, true);
    assert.deepEqual(dispatch_mw, { g1: [80, 100, 90], g2: [0, 100, 0] });
    assert.equal((await api.status(repaired.body.job_id)).repair_of, jobId);
    assert.equal((await api.request('POST', `${SOLVE}/${repaired.body.job_id}/repair`)).status, 409);
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
    for (const type of ['solve_submitted', 'solve_completed'])
      assert.deepEqual(await untilAudited(api, type, [jobId]), [jobId], type);
  });
});
