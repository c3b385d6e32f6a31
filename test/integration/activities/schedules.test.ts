/** Times of schedules on a real database and Temporal server: missed times are recorded once, and clocks may jump. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { RecordActivityDeps } from '../../../activities/deps.ts';
import { createRecordActivities } from '../../../activities/index.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { newJob } from '../../../mongo/jobs.ts';
import type { ScheduleRecord } from '../../../mongo/schedules.ts';
import { withGaps } from '../../../temporal/case/arithmetic/clock-changes.ts';
import { createScheduler } from '../../../temporal/schedules.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
type Outcome = Awaited<ReturnType<RecordActivityDeps['submitDue']>>;

describe('the times of schedules', function () {
  this.timeout(60_000);
  let mongo: TestDatabase;
  let temporal: TemporalForTests;
  let deps: RecordActivityDeps;
  let activities: ReturnType<typeof createRecordActivities>;
  let outcome: Outcome;
  let requests: string[];
  let targets: ScheduleRecord['target'][];
  let now: Date;
  before(async () => {
    temporal = await connectForTests();
  });
  after(() => temporal?.close());
  beforeEach(async () => {
    mongo = await openTestDatabase(INDEXES);
    now = new Date();
    requests = [];
    targets = [];
    outcome = { kind: 'job', id: randomUUID() };
    deps = {
      ...recordDeps(mongo.db, () => now),
      scheduler: createScheduler(temporal.client),
      submitDue: async ({ _id: key, target }) => {
        requests.push(key);
        targets.push(target);
        return outcome;
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
      ...{ cron: null, every_minutes: 60, time_zone: 'UTC', overlap: 'skip' },
      ...{ created_at: now, updated_at: now, looked_at: now },
      ...changes,
    };
    await deps.audit.together((tx) => deps.schedules.insert(record, tx));
    return record;
  }
  const submit = (schedule: ScheduleRecord, at: Date, attemptMs = 0) => {
    const scheduledTimestampMs = now.getTime() - attemptMs;
    const input = { scheduleId: schedule._id, at: at.toISOString() };
    return new MockActivityEnvironment({ scheduledTimestampMs }).run(activities.runDue, input);
  };
  const history = async ({ _id }: ScheduleRecord) => (await deps.schedules.history(_id, 100))[0];
  const AT = new Date('2026-11-01T06:00:00Z');

  const CLOCKS = [
    ['Europe/Berlin', '30 2 * * *', '2026-03-28', '2026-03-29T01:00', '2026-10-24', 1],
    ['America/New_York', '30 1,2 * * *', '2026-03-07', '2026-03-08T07:00', '2026-10-31', 2],
    ['Australia/Lord_Howe', '15,45 1,2 * * *', '2026-10-03', '2026-10-03T15:30', '2026-04-04', 4],
  ] as const;
  for (const [time_zone, cron, beforeGap, afterGap, beforeTwice, daily] of CLOCKS)
    it(`are one for each local time where the clock of ${time_zone} changes`, async () => {
      const plan = { cron, every_minutes: null, time_zone, overlap: 'skip' } as const;
      const timesFrom = async (date: string) => {
        const from = new Date(
          Date.parse(date) + 12 * HOUR_MS - (time_zone.startsWith('A') ? 0 : 24 * HOUR_MS),
        );
        const times = await deps.scheduler.timesOf(
          withGaps(plan),
          from,
          new Date(from.getTime() + 72 * HOUR_MS),
        );
        return Array.isArray(times)
          ? times.map((at) => at.toISOString().slice(0, 16))
          : assert.fail(String(times));
      };
      const around = await timesFrom(beforeGap);
      assert.ok(around.includes(afterGap), around.join());
      assert.equal(around.length, 3 * daily, around.join());
      const schedule = await aSchedule({ ...plan });
      await deps.scheduler.put(withGaps(schedule));
      for (const at of await timesFrom(beforeTwice)) await submit(schedule, new Date(`${at}:00Z`));
      assert.equal(requests.length, 3 * daily, 'a local time that comes twice starts once');
      const annotated = (await history(schedule)).filter(({ note }) => note);
      assert.ok(annotated.length > 0 && annotated.every(({ note }) => /occurs twice/.test(note ?? '')));
    });

  it('have a date that their run begins with, and a note where a clock changes', async () => {
    const body = { scenario_id: 'case', start: { days_from_schedule: 1 } };
    const target = { kind: 'solve', body } as const;
    const schedule = await aSchedule({
      target,
      cron: '30 2 * * *',
      every_minutes: null,
      time_zone: 'Europe/Berlin',
    });
    await submit(schedule, new Date('2026-03-29T01:00:00Z'));
    await submit(schedule, new Date('2026-03-30T00:30:00Z'));
    const [second, first] = await history(schedule);
    assert.deepEqual([first?.start, second?.start], ['2026-03-30', '2026-03-31']);
    assert.match(first?.note ?? '', /^02:30 is skipped on 2026-03-29/);
    assert.equal(second?.note, undefined);
    assert.deepEqual(
      targets.map(({ body: given }) => given),
      [
        { scenario_id: 'case', start: '2026-03-30' },
        { scenario_id: 'case', start: '2026-03-31' },
      ],
    );
  });

  it('are noted once when nothing was started', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const hours = (n: number) => new Date(hour + n * HOUR_MS);
    const before = new Date(hours(-3).getTime() - MINUTE_MS);
    const schedule = await aSchedule({ updated_at: new Date(before.getTime() - 1), looked_at: before });
    await deps.scheduler.put(schedule);
    await submit(schedule, hours(-3));
    // Five minutes before the hour no present time is due.
    now = new Date(hours(0).getTime() - 5 * MINUTE_MS);
    assert.equal(await activities.sweepSchedules(), 2);
    assert.equal(await activities.sweepSchedules(), 0);
    const [second, first, started] = await history(schedule);
    assert.deepEqual(
      [started, first, second].map((entry) => entry?.at),
      [hours(-3), hours(-2), hours(-1)],
    );
    assert.deepEqual(started?.run, outcome);
    for (const missed of [first, second])
      assert.match(missed?.reason ?? '', /still open, or the service was down/);
  });

  it('can be started later if they were missed; a time with a run starts no other', async () => {
    const schedule = await aSchedule();
    outcome = { kind: 'refused', reason: 'No load' };
    await submit(schedule, AT);
    assert.equal((await history(schedule))[0]?.reason, 'No load');
    const run = { kind: 'job', id: 'first' } as const;
    outcome = run;
    await submit(schedule, AT);
    outcome = { kind: 'job', id: 'second' };
    for (const jump of [3_600_000, -86_400_000]) {
      now = new Date(now.getTime() + jump);
      await submit(schedule, AT);
    }
    assert.equal(requests.length, 2);
    assert.equal(new Set(requests).size, 1, 'one key for one time');
    const [entry, ...others] = await history(schedule);
    assert.deepEqual([entry?.run, entry?.reason, others], [run, null, []]);
  });

  it('keep their request until it has started, in an entry that takes little room afterwards', async () => {
    const body = { scenario_id: 'case', note: '$x'.repeat(50_000) };
    const schedule = await aSchedule({ target: { kind: 'solve', body } });
    const stored = async () => mongo.db.collection('schedule_entries').findOne({ schedule_id: schedule._id });
    outcome = { kind: 'passing', reason: 'wait' };
    await assert.rejects(submit(schedule, AT), { type: 'REFUSED' });
    assert.deepEqual((await stored())?.['target'], schedule.target);
    outcome = { kind: 'refused', reason: '$ are missing' };
    await submit(schedule, AT);
    const entry = await stored();
    assert.deepEqual([entry?.['target'], entry?.['reason']], [undefined, '$ are missing']);
    assert.ok(entry?.['bytes'] < 1000, String(entry?.['bytes']));
    outcome = { kind: 'job', id: 'later' };
    await submit(schedule, AT);
    assert.deepEqual((await stored())?.['run'], outcome);
  });

  it('are of schedules of at most 256 kB', async () => {
    const body = { note: 'x'.repeat(300_000) };
    await assert.rejects(aSchedule({ target: { kind: 'solve', body } }), /more than 262144/);
  });

  it('are tried again for an hour when the refusal may pass, then noted as missed with its words', async () => {
    const schedule = await aSchedule();
    const reason = 'You have 200 open jobs of 200 allowed';
    outcome = { kind: 'passing', reason };
    await assert.rejects(submit(schedule, AT, 59 * MINUTE_MS), { type: 'REFUSED' });
    assert.equal((await history(schedule))[0]?.reason, null);
    await submit(schedule, AT, 61 * MINUTE_MS);
    assert.deepEqual(
      (await history(schedule)).map(({ run, reason: why }) => [run, why]),
      [[null, reason]],
    );
  });

  it('are waited for while their run is open', async () => {
    const schedule = await aSchedule();
    const labels = { name: null, tags: [], time_limit_s: 60, mip_gap: 0 };
    const job = { id: 'open', userId: 'ann', job_type: 'uc', solver: 'highs', scenario_id: 'case' } as const;
    await deps.jobs.accept(newJob({ ...job, ...labels }, now));
    outcome = { kind: 'job', id: 'open' };
    await assert.rejects(submit(schedule, AT), { type: 'OPEN' });
    await assert.rejects(submit(schedule, AT), { type: 'OPEN' });
    assert.equal(requests.length, 1);
  });

  it('of a paused schedule are not missed', async () => {
    const looked_at = new Date(now.getTime() - 5 * HOUR_MS);
    const schedule = await aSchedule({ updated_at: new Date(looked_at.getTime() - 1), looked_at });
    await deps.scheduler.put(schedule);
    await deps.scheduler.tell(schedule._id, (handle) => handle.pause('test'));
    assert.equal(await activities.sweepSchedules(), 0);
    const stored = await deps.schedules.findById(schedule._id);
    assert.ok(stored && stored.looked_at > schedule.looked_at);
  });

  it('are put into Temporal by the sweep after a crash, and again where Temporal has lost them; one that was deleted goes', async () => {
    const schedule = await aSchedule();
    const state = () => deps.scheduler.state(schedule._id);
    const later = async () => {
      now = new Date(now.getTime() + 2 * MINUTE_MS);
      await activities.sweepSchedules();
    };
    assert.equal(await state(), undefined);
    await later();
    assert.equal((await state())?.next.length, 10);
    const [updated_at, looked_at] = [now, now];
    const changed = { ...schedule, every_minutes: 1, updated_at, looked_at };
    await deps.audit.together((tx) => deps.schedules.replace(changed, false, tx));
    await later();
    const [first, second] = (await state())?.next ?? [];
    assert.equal(Number(second) - Number(first), MINUTE_MS);
    await deps.scheduler.tell(schedule._id, (handle) => handle.delete());
    await later();
    assert.ok(await state());
    await deps.audit.together((tx) => deps.schedules.delete('ann', schedule._id, tx));
    await submit(schedule, AT);
    assert.equal(await state(), undefined);
    assert.deepEqual(requests, []);
  });
});
