/** Webhooks on a real database, Temporal server and receiver: every end is delivered, signed, at least once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Worker } from '@temporalio/worker';
import { Webhook } from 'standardwebhooks';
import type { DeliveryActivityDeps } from '../../../activities/deps.ts';
import { createDeliveryActivities, createRecordActivities } from '../../../activities/index.ts';
import { resolveName } from '../../../activities/webhooks/post-event.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { newJob } from '../../../mongo/jobs.ts';
import type { ScheduleRecord } from '../../../mongo/schedules.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../mongo/webhooks.ts';
import { createPayloadSeal } from '../../../temporal/codec.ts';
import { DELIVERY_QUEUE, ORCHESTRATION_QUEUE } from '../../../temporal/names.ts';
import { addressRule } from '../../../temporal/public-address.ts';
import { createStartDeliveries } from '../../../temporal/workflow-calls.ts';
import { isFullSize } from '../../support/full-size.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { QUIET } from '../../support/stack/quiet-runtime.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

const DELIVERIES = isFullSize ? 500 : 100;
const PATIENCE_MS = 150_000;
const DAY_MS = 24 * 3_600_000;
const newSecret = () => `whsec_${Buffer.from(randomUUID().repeat(2)).toString('base64')}`;

interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

describe('webhooks', function () {
  this.timeout(240_000);
  let mongo: TestDatabase;
  let temporal: TemporalForTests;
  let receiver: Server;
  let received: Received[];
  /** Status of the answer to attempt `n` (from 0) at a message. */
  let answer: (id: string, n: number) => number;
  let deps: ReturnType<typeof recordDeps>;
  let delivering: DeliveryActivityDeps;
  let now: Date | undefined;
  const seal = createPayloadSeal({});

  before(async () => {
    temporal = await connectForTests();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const id = String(request.headers['webhook-id']);
        const n = received.filter((other) => other.id === id).length;
        received.push({ id, body: String(Buffer.concat(chunks)), headers: request.headers as never });
        response.writeHead(answer(id, n)).end('thank you');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  after(async () => {
    receiver?.close();
    await temporal?.close();
  });
  beforeEach(async () => {
    received = [];
    answer = () => 200;
    now = undefined;
    mongo = await openTestDatabase(INDEXES);
    const clock = () => now ?? new Date();
    deps = { ...recordDeps(mongo.db, clock), startDeliveries: createStartDeliveries(temporal.client) };
    const rule = addressRule('127.0.0.0/8');
    delivering = { webhooks: deps.webhooks, webhookSeal: seal, rule, resolve: resolveName, now: clock };
  });
  afterEach(() => mongo.drop());

  const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  async function aWebhook(
    secrets: readonly string[],
    changes: Partial<WebhookRecord> = {},
  ): Promise<WebhookRecord> {
    const record: WebhookRecord = {
      _id: randomUUID(),
      user_id: 'ann',
      url: address(),
      events: ['job.ended', 'infeasible', 'schedule.missed'],
      secrets: await Promise.all(
        secrets.map(async (secret, at) => ({
          sealed: await seal.seal(secret),
          expires_at: at === 0 ? null : new Date(Date.now() + DAY_MS),
        })),
      ),
      disabled_reason: null,
      failing_since: null,
      created_at: new Date(),
      ...changes,
    };
    await deps.audit.together((tx) => deps.webhooks.insert(record, tx));
    return record;
  }
  /** Runs the workers until `work` is done. */
  async function withWorkers(work: () => Promise<void>): Promise<void> {
    const workers: Worker[] = [
      await temporal.worker(ORCHESTRATION_QUEUE, createRecordActivities(deps)),
      await temporal.worker(DELIVERY_QUEUE, createDeliveryActivities(delivering), false),
    ];
    const [first, second] = workers;
    await first?.runUntil(async () => second?.runUntil(work));
  }
  const deliver = async ({ user_id, _id }: WebhookRecord, n = 0): Promise<DeliveryRecord> => {
    const event = { types: ['job.ended' as const], at: new Date(), data: { n } };
    const [record] = await deps.webhooks.announce(user_id, event, new Date(Date.now() + DAY_MS), {}, _id);
    assert.ok(record);
    return record;
  };
  const deliveriesTo = async ({ _id }: WebhookRecord, limit = 10) =>
    (await deps.webhooks.deliveries(_id, limit, 0))[0];

  it(`arrive, all ${DELIVERIES}, though half of the attempts fail at first; each is signed, none is lost`, async () => {
    const secret = newSecret();
    const webhook = await aWebhook([secret]);
    // Refuses half of the messages once and a quarter twice, each in a different way.
    const refusals = (id: string) => {
      const digit = Number.parseInt(id.slice(0, 2), 16);
      return digit % 4 === 0 ? 2 : digit % 2 === 0 ? 1 : 0;
    };
    answer = (id, n) => (n < refusals(id) ? ([500, 429, 302][n % 3] ?? 500) : 204);
    const sent: DeliveryRecord[] = [];
    for (let n = 0; n < DELIVERIES; n++) sent.push(await deliver(webhook, n));
    const sweep = createRecordActivities(deps);
    await withWorkers(async () => {
      await deps.startDeliveries(sent);
      await until(async () => {
        // The sweep repeats because Temporal does not accept all at once.
        await sweep.sweepDeliveries();
        await delay(2000);
        return (await deliveriesTo(webhook, DELIVERIES)).every(({ status }) => status === 'delivered');
      }, PATIENCE_MS);
    });
    const accepted = new Map<string, Received>();
    for (const message of received) accepted.set(message.id, message);
    assert.deepEqual([...accepted.keys()].sort(), sent.map(({ message_id }) => message_id).sort());
    assert.ok(received.length > DELIVERIES * 1.4, `${received.length} attempts`);
    for (const { body, headers } of received) new Webhook(secret).verify(body, headers);
    for (const { message_id, body } of sent) assert.equal(accepted.get(message_id)?.body, body);
    const wrong = new Webhook(newSecret());
    const [one] = received;
    assert.throws(() => wrong.verify(one?.body ?? '', one?.headers ?? {}));
    assert.throws(() => new Webhook(secret).verify(`${one?.body} `, one?.headers ?? {}));
  });

  it('are signed by both secrets while one replaces the other', async () => {
    const secrets = [newSecret(), newSecret()];
    const delivery = await deliver(await aWebhook(secrets));
    await withWorkers(async () => {
      await deps.startDeliveries([delivery]);
      await until(() => received.length === 1, PATIENCE_MS);
    });
    for (const secret of secrets)
      new Webhook(secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {});
    assert.equal(received[0]?.headers['webhook-id'], delivery.message_id);
  });

  it('learn of the end of a job in the transaction that writes it; the sweep sends deliveries that a crash left', async () => {
    const webhook = await aWebhook([newSecret()]);
    const other = await aWebhook([newSecret()], { user_id: 'bob' });
    const activities = createRecordActivities(deps);
    const job = {
      id: 'done',
      userId: 'ann',
      job_type: 'uc',
      solver: 'highs',
      scenario_id: 'case',
      name: null,
    } as const;
    await deps.jobs.accept(newJob({ ...job, tags: [], time_limit_s: 60, mip_gap: 0 }, new Date()));
    const schedule: ScheduleRecord = {
      ...{ _id: 'schedule', user_id: 'ann', name: 'daily', cron: '0 6 * * *', every_minutes: null },
      target: { kind: 'solve', body: { scenario_id: 'case', start: { days_from_schedule: 1 } } },
      ...{ time_zone: 'UTC', overlap: 'skip', created_at: new Date() },
      ...{ updated_at: new Date(), looked_at: new Date() },
    };
    const at = new Date('2026-11-28T06:00:00Z');
    const { _id: entry } = await deps.schedules.begin(schedule, at, new Date(Date.now() + DAY_MS));
    await deps.schedules.noteRun(entry, { kind: 'job', id: 'done' });
    // Temporal accepts nothing at this moment.
    const crashed = { ...deps, startDeliveries: async () => undefined };
    const end = {
      status: 'completed',
      summary: {
        terminationStatus: 'INFEASIBLE',
        objectiveValue: null,
        mipGap: null,
        reason: 'Load is above all capacity',
      },
    } as const;
    const finish = { jobId: 'done', userId: 'ann', end, percent: 100 };
    await createRecordActivities(crashed).finishJob(finish);
    await activities.finishJob(finish);
    const deliveries = await deliveriesTo(webhook);
    assert.deepEqual(deliveries.map(({ type }) => type).sort(), ['infeasible', 'job.ended']);
    assert.deepEqual(await deliveriesTo(other), []);
    const { data } = JSON.parse(deliveries[0]?.body ?? '');
    assert.equal(data.job_id, 'done');
    assert.equal(data.termination_status, 'INFEASIBLE');
    assert.deepEqual([data.scenario_id, data.objective_value, data.mip_gap], ['case', null, null]);
    assert.deepEqual(data.causes, ['Load is above all capacity']);
    assert.equal(data.page_url, '/#/jobs/done');
    const { schedule_id, name, start } = data.schedule;
    assert.deepEqual([schedule_id, name, start], ['schedule', 'daily', '2026-11-29']);
    await withWorkers(async () => {
      now = new Date(Date.now() + 10_000);
      assert.equal(await activities.sweepDeliveries(), 2);
      await until(() => received.length === 2, PATIENCE_MS);
    });
  });

  it('are disabled after days of failure, at once by a 410, and nothing more is sent', async () => {
    answer = () => 500;
    const attempt = async (id: string, scheduledTimestampMs = Number(now ?? new Date())) => {
      const { deliver } = createDeliveryActivities(delivering);
      await new MockActivityEnvironment({ scheduledTimestampMs }, { logger: QUIET })
        .run(deliver, { deliveryId: id })
        .catch(() => undefined);
    };
    const webhook = await aWebhook([newSecret()]);
    const first = await deliver(webhook);
    await attempt(first._id);
    assert.equal((await deps.webhooks.findDelivery(first._id))?.last_answer, 'It answered 500');
    assert.equal((await deps.webhooks.find('ann', webhook._id))?.disabled_reason, null);
    now = new Date(Date.now() + 5 * DAY_MS);
    await attempt(first._id);
    assert.match(
      (await deps.webhooks.find('ann', webhook._id))?.disabled_reason ?? '',
      /^Every attempt has failed since 20/,
    );
    const later = await deliver(webhook);
    await attempt(later._id);
    assert.equal(received.length, 2);
    assert.equal((await deps.webhooks.findDelivery(later._id))?.last_answer, 'The webhook is disabled');
    answer = () => 410;
    const disabled = await aWebhook([newSecret()]);
    const last = await deliver(disabled);
    await attempt(last._id);
    assert.match((await deps.webhooks.find('ann', disabled._id))?.disabled_reason ?? '', /410/);
    assert.equal((await deps.webhooks.findDelivery(last._id))?.status, 'failed');
  });

  it('keep the messages of a disabled webhook, which are recovered from a given time on, once', async () => {
    const webhook = await aWebhook([newSecret()], { disabled_reason: 'Disabled by its owner' });
    const expiresAt = new Date(Date.now() + DAY_MS);
    const announce = (at: string) =>
      deps.webhooks.announce('ann', { types: ['job.ended'], at: new Date(at), data: {} }, expiresAt, {});
    for (const at of ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'])
      assert.deepEqual(await announce(at), [], 'nothing is to be sent now');
    now = new Date('2026-12-01T00:00:00Z');
    assert.equal(await createRecordActivities(deps).sweepDeliveries(), 0);
    const since = new Date('2026-11-02T00:00:00Z');
    const { repeated, left } = await deps.webhooks.recover(webhook._id, since, now, expiresAt);
    assert.deepEqual([repeated.length, left], [2, 0]);
    const all = await deliveriesTo(webhook, 10);
    assert.deepEqual(all.map(({ status }) => status).sort(), [
      'failed',
      'failed',
      'failed',
      'waiting',
      'waiting',
    ]);
    const failedIds = new Set(
      all.filter(({ status }) => status === 'failed').map(({ message_id }) => message_id),
    );
    assert.ok(repeated.every(({ message_id, attempts }) => failedIds.has(message_id) && attempts === 0));
    const again = await deps.webhooks.recover(webhook._id, since, now, expiresAt);
    assert.deepEqual(again, { repeated: [], left: 0 });
  });

  it('keep their attempts with the answers, and the time of the next one', async () => {
    answer = () => 500;
    const { deliver: send } = createDeliveryActivities(delivering);
    const { _id: deliveryId } = await deliver(await aWebhook([newSecret()]));
    for (const attempt of [1, 2])
      await new MockActivityEnvironment({ attempt, scheduledTimestampMs: Date.now() }, { logger: QUIET })
        .run(send, { deliveryId })
        .catch(() => undefined);
    const { tries = [], next_attempt_at: next } = (await deps.webhooks.findDelivery(deliveryId)) ?? {};
    assert.deepEqual(
      tries.map(({ code, body, answer: words }) => [code, body, words]),
      [
        [500, 'thank you', 'It answered 500'],
        [500, 'thank you', 'It answered 500'],
      ],
    );
    assert.equal(Number(next) - Number(tries[1]?.at), 10_000);
    answer = () => 200;
    await new MockActivityEnvironment({ attempt: 3 }, { logger: QUIET }).run(send, { deliveryId });
    const sent = await deps.webhooks.findDelivery(deliveryId);
    assert.deepEqual([sent?.status, sent?.next_attempt_at, sent?.tries?.length], ['delivered', null, 3]);
  });

  it('are sent an event again for a day, which then has failed', async () => {
    answer = () => 500;
    const { deliver: send } = createDeliveryActivities(delivering);
    const { _id: deliveryId } = await deliver(await aWebhook([newSecret()]));
    const startedBefore = (ms: number) =>
      new MockActivityEnvironment({ scheduledTimestampMs: Date.now() - ms }, { logger: QUIET });
    await assert.rejects(startedBefore(DAY_MS - 60_000).run(send, { deliveryId }), { type: 'NOT_DELIVERED' });
    assert.equal((await deps.webhooks.findDelivery(deliveryId))?.status, 'waiting');
    await startedBefore(DAY_MS).run(send, { deliveryId });
    const { status, attempts } = (await deps.webhooks.findDelivery(deliveryId)) ?? {};
    assert.deepEqual([status, attempts], ['failed', 2]);
  });

  it('are sent to permitted addresses only, and a refused delivery shows the reason', async () => {
    const webhook = await aWebhook([newSecret()], { url: 'https://metadata.example/latest' });
    const resolve = async () => [{ address: '169.254.169.254', family: 4 }];
    const { _id } = await deliver(webhook);
    const { deliver: send } = createDeliveryActivities({ ...delivering, resolve });
    await new MockActivityEnvironment().run(send, { deliveryId: _id });
    const { status, last_answer } = (await deps.webhooks.findDelivery(_id)) ?? {};
    assert.deepEqual(
      [status, last_answer],
      ['failed', 'metadata.example is at an address that is not permitted for webhooks'],
    );
  });

  it('keep their secrets sealed where payloads in Temporal are', async () => {
    const keyed = createPayloadSeal({ TEMPORAL_PAYLOAD_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}` });
    const secret = newSecret();
    const sealed = await keyed.seal(secret);
    assert.equal(await keyed.open(sealed), secret);
    assert.ok(!Buffer.from(sealed.data ?? '', 'base64').includes(secret));
    await assert.rejects(seal.open(sealed), /encrypted with key "a"/);
    assert.equal(await keyed.open(await seal.seal(secret)), secret);
  });
});
