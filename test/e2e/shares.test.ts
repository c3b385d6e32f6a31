/** A share link lets a guest follow its object until the link ends, on the whole service. */
import assert from 'node:assert/strict';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const HARD_DAY = hardCase(60, 24);
/** Waits until reads no longer share an answer, a quarter of a second. */
const lagged = () => new Promise((resolve) => setTimeout(resolve, 500));
/** Limit for the end of a stream, which is due 2 s after access ends, ms. */
const END_MS = 8000;

interface Made {
  readonly share_id: string;
  readonly secret: string;
}

describe('the object of a share link', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let user: ApiClient;
  before(async () => {
    running = await runningStack();
    user = await newUser(running);
  });

  const share = async (kind: string, id: string): Promise<Made & { readonly guest: ApiClient }> => {
    const { status, body } = await user.request<Made>('POST', '/api/shares', { body: { kind, id } });
    assert.equal(status, 201);
    return { ...body, guest: user.as(body.secret) };
  };

  it('is followed live, without the names of other things, until the link is revoked', async () => {
    const id = await user.submit('uc', HARD_DAY, {
      scenario_id: 'secret-plan',
      name: 'Peak',
      tags: ['board'],
    });
    const { share_id, secret, guest } = await share('job', id);
    await user.wait(id, ({ status }) => status === 'running');
    const headers = { authorization: `Bearer ${secret}` };
    const stream = await fetch(new URL(`${SOLVE}/${id}/events`, user.url), { headers });
    assert.equal(stream.status, 200);
    const pendingStatus = guest.request('GET', `${SOLVE}/${id}/status`, { headers: { prefer: 'wait=30' } });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const from = Date.now();
    assert.equal((await user.request('DELETE', `/api/shares/${share_id}`)).status, 204);
    const text = await stream.text();
    assert.match(text, /event: progress/);
    assert.doesNotMatch(text, /event: done/);
    assert.equal((await pendingStatus).status, 404);
    assert.ok(Date.now() - from < END_MS, `${Date.now() - from} ms`);
    await user.request('DELETE', `${SOLVE}/${id}`);
    assert.equal((await user.wait(id)).status, 'cancelled');
    const { guest: other } = await share('job', id);
    const reply = await other.request<JobStatusReply>('GET', `${SOLVE}/${id}/status`);
    const end = await fetch(new URL(`${SOLVE}/${id}/events`, user.url), {
      headers: { authorization: `Bearer ${other.token}` },
    });
    for (const shown of [JSON.stringify(reply.body), await end.text()]) {
      assert.match(shown, /"name":"Peak"/);
      assert.doesNotMatch(shown, /secret-plan|board/);
    }
  });

  it('is an experiment without the name of its base, and without its jobs', async () => {
    const job = await user.submit('uc', payload(), { scenario_id: 'secret-base' });
    await user.wait(job);
    const experiment = await submitExperiment(user, {
      base_scenario_id: 'secret-base',
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'load', type: 'discrete', values: [0.9, 1] }],
      },
    });
    await untilExperiment(user, experiment);
    const { guest } = await share('experiment', experiment);
    const read = (path: string) => guest.request('GET', `/api/experiments/${experiment}${path}`);
    for (const path of [
      '/status',
      '/scenarios',
      '/summary',
      '/results/download',
      '/results/download?format=json',
    ]) {
      const { status, body } = await read(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(JSON.stringify(body), /secret-base/, path);
    }
    const { body } = await guest.request<{ scenarios: { job_id: string }[] }>(
      'GET',
      `/api/experiments/${experiment}/scenarios`,
    );
    for (const { job_id } of body.scenarios)
      assert.equal((await guest.request('GET', `${SOLVE}/${job_id}/status`)).status, 403);
  });

  it('is a job with its certificate and report, until the job is deleted', async () => {
    const id = await user.submit('uc', payload(), { scenario_id: 'secret-plan' });
    await user.wait(id);
    const { secret } = await share('job', id);
    const read = (path: string) =>
      fetch(new URL(`${SOLVE}/${id}/${path}`, user.url), { headers: { authorization: `Bearer ${secret}` } });
    for (const path of ['certificate', 'report.html']) {
      const answer = await read(path);
      assert.equal(answer.status, 200, path);
      assert.doesNotMatch(await answer.text(), /secret-plan/, path);
    }
    assert.equal((await user.request('DELETE', `${SOLVE}/${id}/record`)).status, 204);
    await lagged();
    const missing = await read('results');
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /There is no such link/);
  });
});
