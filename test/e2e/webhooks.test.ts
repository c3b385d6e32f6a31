/** Webhooks over HTTP: secrets shown once, refused addresses, and the list and repetition of deliveries. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

const PATIENCE_MS = 60_000;

interface Delivery {
  readonly delivery_id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_answer: string | null;
  readonly message_id: string;
  readonly body: string;
}

describe('webhooks over HTTP', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let api: ApiClient;
  beforeEach(async () => {
    running = await runningStack();
    api = await newUser(running);
  });

  const create = async (body: object = {}): Promise<{ webhook_id: string; secret: string }> => {
    const url = 'https://receiver.invalid/hook';
    const created = await api.request<{ webhook_id: string; secret: string }>('POST', '/api/webhooks', {
      body: { url, ...body },
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body;
  };
  const deliveries = async (id: string) =>
    (await api.request<{ deliveries: Delivery[] }>('GET', `/api/webhooks/${id}/deliveries`)).body.deliveries;

  it('show a secret once, at creation and at each rotation', async () => {
    const { webhook_id: id, secret } = await create();
    new Webhook(secret);
    const path = `/api/webhooks/${id}`;
    const rotated = await api.request('POST', `${path}/rotate`);
    assert.equal(rotated.status, 200);
    assert.notEqual(rotated.body['secret'], secret);
    assert.ok(rotated.body['former_secret_until']);
    for (const url of ['/api/webhooks', path])
      assert.doesNotMatch(JSON.stringify((await api.request('GET', url)).body), /whsec_/);
    const { body: log } = await running.admin.request('GET', '/api/audit/logs?type=webhook_changed&limit=20');
    assert.match(JSON.stringify(log), /secret rotated/);
    assert.doesNotMatch(JSON.stringify(log), /whsec_|\/hook/);
  });

  it('are notified of the end of a job; a failed delivery is repeated and shows its reason', async () => {
    const { webhook_id: id } = await create({ events: ['job.ended'] });
    const job = await api.submit('uc', payload(), { scenario_id: 'case' });
    await api.wait(job);
    await until(async () => ((await deliveries(id))[0]?.attempts ?? 0) > 0, PATIENCE_MS);
    const [delivery, ...others] = await deliveries(id);
    assert.deepEqual(others, []);
    assert.equal(JSON.parse(delivery?.body ?? '').data.job_id, job);
    assert.deepEqual([delivery?.type, delivery?.status], ['job.ended', 'waiting']);
    assert.match(delivery?.last_answer ?? '', /^It could not be reached: E/);
  });

  it('leave their secrets in no log of any process', async () => {
    const { webhook_id: id, secret } = await create();
    await api.request('POST', `/api/webhooks/${id}/rotate`);
    await api.request('POST', `/api/webhooks/${id}/test`);
    await until(async () => ((await deliveries(id))[0]?.attempts ?? 0) > 0, PATIENCE_MS);
    const logs = await Promise.all(
      Object.values(running.stack.processes).map(({ log }) => readFile(log, 'utf8')),
    );
    assert.ok(
      logs.some((text) => text.includes('/webhooks')),
      'the logs are those of these requests',
    );
    for (const text of logs) {
      assert.doesNotMatch(text, /whsec_/);
      assert.ok(!text.includes(secret.slice('whsec_'.length)));
    }
  });

  it('are disabled and enabled by their owner, and a delivery that has ended is repeated', async () => {
    const { webhook_id: id } = await create();
    const path = `/api/webhooks/${id}`;
    assert.equal(
      (await api.request('PATCH', path, { body: { status: 'disabled', events: ['run.ended'] } })).status,
      200,
    );
    assert.equal((await api.request('POST', `${path}/test`)).status, 202);
    const isOver = async () => (await deliveries(id))[0]?.status === 'failed';
    await until(isOver, PATIENCE_MS);
    const [delivery] = await deliveries(id);
    assert.equal(delivery?.last_answer, 'The webhook is disabled');
    const repeated = await api.request('POST', `${path}/deliveries/${delivery?.delivery_id}/repeat`);
    assert.equal(repeated.status, 202);
    assert.equal(repeated.body['message_id'], delivery?.message_id);
    await until(isOver, PATIENCE_MS);
    assert.equal((await deliveries(id)).length, 2);
    const { body } = await api.request('PATCH', path, { body: { status: 'enabled' } });
    assert.deepEqual(
      [body['status'], body['events'], body['disabled_reason']],
      ['enabled', ['run.ended'], null],
    );
    assert.equal((await api.request('DELETE', path)).status, 204);
    assert.equal((await api.request('GET', path)).status, 404);
  });

  it('recover the messages of the time while they were disabled, once they are enabled', async () => {
    const { webhook_id: id } = await create({ events: ['job.ended'] });
    const path = `/api/webhooks/${id}`;
    await api.request('PATCH', path, { body: { status: 'disabled' } });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const early = await api.request('POST', `${path}/recover`, { body: { since } });
    assert.deepEqual([early.status, early.body['detail']], [409, 'The webhook is disabled: enable it first']);
    await api.wait(await api.submit('uc', payload(), { scenario_id: 'case' }));
    await until(async () => (await deliveries(id)).length === 1, PATIENCE_MS);
    const [delivery] = await deliveries(id);
    assert.deepEqual(
      [delivery?.status, delivery?.attempts, delivery?.last_answer],
      ['failed', 0, 'The webhook is disabled'],
    );
    const { data } = JSON.parse(delivery?.body ?? '');
    assert.equal(data.scenario_id, 'case');
    assert.ok(data.objective_value > 0);
    await api.request('PATCH', path, { body: { status: 'enabled' } });
    const recovered = await api.request('POST', `${path}/recover`, { body: { since } });
    assert.deepEqual([recovered.status, recovered.body], [202, { recovered: 1, left: 0 }]);
    const [sent] = await deliveries(id);
    assert.equal(sent?.message_id, delivery?.message_id);
    const bad = await api.request('POST', `${path}/recover`, { body: { since: 'yesterday' } });
    assert.equal(bad.status, 422);
  });

  it('are refused at addresses that say themselves that they are not for them', async () => {
    for (const [url, words] of [
      ['http://receiver.example/', /begin with https/],
      ['ftp://receiver.example/', /begin with https/],
      ['receiver', /begin with https/],
      ['https://user:word@receiver.example/', /neither user nor password/],
      [
        'https://127.0.0.1/',
        /127.0.0.1 is at an address that is not permitted for webhooks; WEBHOOK_ALLOWED_NETWORKS allows/,
      ],
      ['https://[::1]/', /::1 is at an address/],
      ['https://2130706433/', /127.0.0.1 is at an address/],
      ['https://169.254.169.254/latest', /169.254.169.254 is at an address/],
    ] as const) {
      const { status, body } = await api.request('POST', '/api/webhooks', { body: { url } });
      assert.equal(status, 422, url);
      assert.match(JSON.stringify(body), words, url);
    }
    const { status } = await api.request('POST', '/api/webhooks', {
      body: { url: 'https://a.example', events: ['job.begun'] },
    });
    assert.equal(status, 422);
  });

  it('are limited to ten per user, who alone has them', async () => {
    const { webhook_id: id } = await create();
    for (let n = 1; n < 10; n++) await create();
    const more = await api.request('POST', '/api/webhooks', { body: { url: 'https://a.example' } });
    assert.equal(more.status, 409);
    assert.match(String(more.body['detail']), /You already have 10 webhooks, the maximum/);
    const other = await newUser(running);
    for (const [method, what] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const)
      assert.equal((await other.request(method, `/api/webhooks/${id}${what}`)).status, 404);
  });
});
