/** Times of schedules on a real database and a real Temporal server: what was missed is noted once, and a clock may jump. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { RecordActivityDeps } from '../../../activities/deps.ts';
import { createRecordActivities } from '../../../activities/index.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { planOf, type ScheduleRecord } from '../../../mongo/schedules.ts';
import { createScheduler } from '../../../temporal/schedules.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
type Outcome = Awaited<ReturnType<RecordActivityDeps['submissions']['submit']>>;

describe('the times of schedules', function () {
  this.timeout(60_000);
  let mongo: TestDatabase;
  let temporal: TemporalForTests;
  let deps: RecordActivityDeps;
  let activities: ReturnType<typeof createRecordActivities>;
  let outcome: Outcome;
  let asked: string[];
  let now: Date;
  before(async () => {
    temporal = await connectForTests();
  });
  after(() => temporal?.close());
  beforeEach(async () => {
    mongo = await openTestDatabase(INDEXES);
    now = new Date();
    asked = [];
    outcome = { run: { kind: 'job', id: randomUUID() } };
    deps = {
      ...recordDeps(mongo.db, () => now),
      scheduler: createScheduler(temporal.client),
      submissions: {
        submit: async ({ key }) => {
          asked.push(key);
          return outcome;
        },
      },
    };
    activities = createRecordActivities(deps);
  });
  afterEach(() => mongo.drop());

  async function aSchedule(changes: Partial<ScheduleRecord> = {}): Promise<ScheduleRecord> {
    const record: ScheduleRecord = {
      _id: randomUUID(),
      user_id: 'ann',
      name: 'hourly',
      target: { kind: 'solve', body: { scenario_id: 'case' } },
      times: { cron: null, every_minutes: 60, offset_minutes: 0, time_zone: 'UTC' },
      overlap: 'skip',
      catchup_minutes: 60,
      created_at: now,
      updated_at: now,
      revision: 1,
      synced: false,
      deleted: false,
      looked_at: now,
      ...changes,
    };
    await deps.audit.together((tx) => deps.schedules.insert(record, 20, tx));
    return record;
  }
  const submit = (schedule: ScheduleRecord, at: Date, attemptMs = 0) => {
    const scheduledTimestampMs = now.getTime() - attemptMs;
    const input = { scheduleId: schedule._id, scheduledAt: at.toISOString() };
    return new MockActivityEnvironment({ scheduledTimestampMs }).run(activities.submitScheduled, input);
  };
  const history = async ({ _id }: ScheduleRecord) => (await deps.scheduleActions.list(_id, 100, 0)).actions;
  const AT = new Date('2026-11-01T06:00:00Z');

  it('are noted once when nothing was started: the service was away, or the run before was still open', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const hours = (n: number) => new Date(hour + n * HOUR_MS);
    const schedule = await aSchedule({ looked_at: new Date(hours(-3).getTime() - MINUTE_MS) });
    now = new Date(now.getTime() + 10_000);
    assert.equal(await activities.syncSchedules(), 1);
    await submit(schedule, hours(-3));
    // A moment before the hour nothing of the present is looked at.
    now = new Date(hours(0).getTime() - 5 * MINUTE_MS);
    assert.equal(await activities.noteMissed(), 2);
    assert.equal(await activities.noteMissed(), 0);
    const [second, first, started] = await history(schedule);
    assert.deepEqual(
      [started, first, second].map((action) => action?.scheduled_at),
      [hours(-3), hours(-2), hours(-1)],
    );
    assert.equal(started?.status, 'submitted');
    assert.equal(first?.reason, `The run of ${hours(-3).toISOString()} was still open`);
    assert.equal(second?.status, 'missed');
    assert.equal(second?.reason, 'The service was away for longer than the catch-up time');
  });

  it('that were missed may be started later; a time with a run starts no other, whatever the clock says', async () => {
    const schedule = await aSchedule();
    outcome = { kind: 'refused', reason: 'No load' };
    assert.deepEqual(await submit(schedule, AT), { run: null });
    outcome = { run: { kind: 'job', id: 'first' } };
    assert.deepEqual(await submit(schedule, AT), outcome);
    const run = outcome;
    outcome = { run: { kind: 'job', id: 'second' } };
    for (const jump of [3_600_000, -86_400_000]) {
      now = new Date(now.getTime() + jump);
      assert.deepEqual(await submit(schedule, AT), run);
    }
    assert.equal(asked.length, 2);
    assert.equal(new Set(asked).size, 1, 'one key for one time');
    const [action] = await history(schedule);
    assert.deepEqual([action?.status, action?.reason], ['submitted', null]);
  });

  it('are tried again for an hour when the refusal may pass, then noted as missed with its words', async () => {
    const schedule = await aSchedule();
    outcome = { kind: 'passing', reason: 'You have 200 open jobs of 200 allowed' };
    await assert.rejects(submit(schedule, AT, 59 * MINUTE_MS), { type: 'REFUSED' });
    assert.equal((await history(schedule))[0]?.status, 'submitting');
    assert.deepEqual(await submit(schedule, AT, 61 * MINUTE_MS), { run: null });
    assert.deepEqual(
      (await history(schedule)).map(({ status, reason }) => [status, reason]),
      [['missed', 'You have 200 open jobs of 200 allowed']],
    );
  });

  it('of a paused schedule are not missed', async () => {
    const schedule = await aSchedule({ looked_at: new Date(now.getTime() - 5 * 3_600_000) });
    await deps.scheduler.put(planOf(schedule));
    await deps.schedules.markSynced(schedule);
    await deps.scheduler.pause(schedule._id, 'test');
    assert.equal(await activities.noteMissed(), 0);
    const { looked_at } = (await deps.schedules.findById(schedule._id)) ?? {};
    assert.ok(looked_at && looked_at > schedule.looked_at);
  });

  it('are put into Temporal by the sweep after a crash, and taken from it; what Temporal has lost is put there again', async () => {
    const schedule = await aSchedule();
    assert.equal(await activities.syncSchedules(), 0, 'it is being created just now');
    now = new Date(now.getTime() + 10_000);
    assert.equal(await activities.syncSchedules(), 1);
    assert.equal((await deps.scheduler.state(schedule._id))?.next.length, 10);
    await deps.scheduler.remove(schedule._id);
    now = new Date(now.getTime() + 2 * MINUTE_MS);
    await activities.noteMissed();
    assert.equal(await activities.syncSchedules(), 1);
    assert.ok(await deps.scheduler.state(schedule._id));
    await deps.audit.together((tx) => deps.schedules.delete('ann', schedule._id, now, tx));
    now = new Date(now.getTime() + 10_000);
    assert.equal(await activities.syncSchedules(), 1);
    assert.equal(await deps.scheduler.state(schedule._id), undefined);
    assert.equal(await activities.syncSchedules(), 0);
  });
});
