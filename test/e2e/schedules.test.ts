/** Schedules of a running service: their starts, refusals, and the end of a schedule whose scenario is gone. */
import assert from 'node:assert/strict';
import type { ApiClient } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

const PATIENCE_MS = 60_000;
const MINUTE_MS = 60_000;
const OVER = ['completed', 'failed', 'missed'];

interface Action {
  readonly scheduled_at: string;
  readonly status: string;
  readonly kind: string | null;
  readonly run_id: string | null;
  readonly reason: string | null;
  readonly start: string | null;
}

interface Schedule {
  readonly schedule_id: string;
  readonly name: string;
  readonly paused: boolean | null;
  readonly note: string | null;
  readonly next_times: readonly string[];
  readonly last: Action | null;
}

describe('schedules', function () {
  this.timeout(180_000);
  let running: RunningStack;
  let api: ApiClient;
  beforeEach(async () => {
    running = await runningStack();
    api = await newUser(running);
  });

  const keep = (id: string) => api.request('PUT', `/api/scenarios/${id}`, { body: { payload: payload() } });
  const create = async (body: object): Promise<Schedule> => {
    const reply = await api.request<Schedule>('POST', '/api/schedules', { body });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  };
  const yearly = (scenario_id: string, rest: object = {}) => ({
    name: 'new year',
    cron: '0 0 1 1 *',
    solve: { scenario_id },
    ...rest,
  });
  const read = async ({ schedule_id }: Schedule) =>
    (await api.request<Schedule>('GET', `/api/schedules/${schedule_id}`)).body;
  const post = (schedule: Schedule, what: string, body?: object) =>
    api.request('POST', `/api/schedules/${schedule.schedule_id}/${what}`, body ? { body } : {});
  const history = async ({ schedule_id }: Schedule) =>
    (await api.request<{ history: Action[] }>('GET', `/api/schedules/${schedule_id}/history?limit=100`)).body
      .history;
  const untilEnded = (schedule: Schedule, count: number) =>
    until(async () => {
      const all = await history(schedule);
      return all.length >= count && all.every(({ status }) => OVER.includes(status));
    }, PATIENCE_MS);

  it('lists its next five times, in summer and in winter by the clock of its time zone', async () => {
    await keep('case');
    const { next_times } = await create(
      yearly('case', { cron: '30 6 15 1,7 *', time_zone: 'Europe/Berlin' }),
    );
    assert.equal(next_times.length, 5);
    for (const at of next_times) assert.match(at, /-01-15T05:30:00.000Z$|-07-15T04:30:00.000Z$/);
    const hourly = await create(yearly('case', { name: 'hourly', cron: undefined, every_minutes: 60 }));
    for (const at of hourly.next_times) assert.match(at, /:00:00.000Z$/);
  });

  it('starts a solve, an experiment and a run now, as the API would, and follows each to its end', async () => {
    await keep('case');
    const matrix = { method: 'list', scenarios: [{ load: 1 }, { load: 0.9 }] };
    const started = [
      await create(yearly('case', { name: 'solve' })),
      await create(
        yearly('', {
          name: 'matrix',
          solve: undefined,
          experiment: { name: 'loads', base_scenario_id: 'case', scenario_matrix: matrix },
        }),
      ),
      await create(
        yearly('', {
          name: 'run',
          solve: undefined,
          run: { pcm_model_id: 'uc-standard', solver: { id: 'highs' } },
        }),
      ),
    ];
    for (const schedule of started) {
      const { status, body } = await post(schedule, 'trigger');
      assert.equal(status, 200);
      const { run_id } = Object(body['started']);
      const [entry] = await history(schedule);
      assert.ok(run_id && run_id === entry?.run_id, JSON.stringify(body));
    }
    for (const schedule of started) await untilEnded(schedule, 1);
    const [solve, experiment, run] = (await Promise.all(started.map(history))).flat();
    assert.deepEqual([solve?.kind, experiment?.kind, run?.kind], ['job', 'experiment', 'run']);
    const job = await api.status(solve?.run_id ?? '');
    assert.equal(job.status, 'completed');
    assert.equal(job.name, 'solve');
    const { body } = await api.request('GET', `/api/experiments/${experiment?.run_id}/status`);
    assert.equal(body['scenarios_completed'], 2);
    const me = (await api.request('GET', '/api/users/me')).body['user_id'];
    const { body: log } = await running.admin.request<{ logs: { details: Record<string, unknown> }[] }>(
      'GET',
      `/api/audit/logs?type=solve_submitted&user_id=${me}`,
    );
    assert.ok(JSON.stringify(log).includes(`schedule ${started[0]?.schedule_id}`), JSON.stringify(log));
  });

  it('starts the times of a past range, each once however often it is requested', async () => {
    await keep('case');
    const schedule = await create(yearly('case', { cron: '0 6 * * *', overlap: 'allow_all' }));
    const range = { from: '2026-10-24T06:00:00Z', to: '2026-10-26T06:00:00Z' };
    const first = await post(schedule, 'backfill', range);
    assert.equal(first.status, 202);
    const times = ['2026-10-24T06:00:00.000Z', '2026-10-25T06:00:00.000Z', '2026-10-26T06:00:00.000Z'];
    assert.deepEqual(first.body['times'], times);
    await untilEnded(schedule, 3);
    const before = await history(schedule);
    assert.deepEqual(before.map(({ scheduled_at }) => scheduled_at).reverse(), times);
    assert.equal(new Set(before.map(({ run_id }) => run_id)).size, 3);
    await post(schedule, 'backfill', range);
    await post(schedule, 'trigger');
    await untilEnded(schedule, 4);
    assert.deepEqual((await history(schedule)).slice(1), before);
    const { body } = await api.request('GET', '/api/modules/analyst/solve?limit=1');
    assert.equal(body['total'], 4);
  });

  it('solves another day of a week for each time of a backfill', async () => {
    const values = Array.from({ length: 168 }, (_, hour) => 60 + 5 * Math.floor(hour / 24));
    const week = payload({ horizon: 168, start_time: '2026-10-20T00:00:00', loads: [{ bus: 1, values }] });
    await api.request('PUT', '/api/scenarios/week', { body: { payload: week } });
    const schedule = await create({
      ...{ name: 'day-ahead', cron: '0 12 * * *', time_zone: 'Europe/Berlin', overlap: 'allow_all' },
      solve: { scenario_id: 'week', start: { days_from_schedule: 1 } },
    });
    await post(schedule, 'backfill', { from: '2026-10-19T10:00:00Z', to: '2026-10-26T12:00:00Z' });
    await untilEnded(schedule, 8);
    const all = (await history(schedule)).reverse();
    assert.deepEqual(
      all.map(({ start, status }) => [start, status]),
      [
        ...Array.from({ length: 7 }, (_, day) => [`2026-10-${20 + day}`, 'completed']),
        ['2026-10-27', 'missed'],
      ],
    );
    assert.match(all[7]?.reason ?? '', /168 h from 2026-10-20T00:00:00, not 24 h from 2026-10-27/);
    const costs = await Promise.all(
      all.slice(0, 7).map(async (each) => (await api.status(each.run_id ?? '')).objective_value),
    );
    assert.equal(new Set(costs).size, 7, costs.join());
  });

  it('has a name that no other of its owner has', async () => {
    await keep('case');
    const { schedule_id } = await create(yearly('case'));
    await create(yearly('case', { name: 'other' }));
    const again = await api.request('POST', '/api/schedules', { body: yearly('case') });
    assert.deepEqual(
      [again.status, again.body['detail']],
      [409, "You already have a schedule named 'new year'"],
    );
    const path = `/api/schedules/${schedule_id}`;
    assert.equal((await api.request('PATCH', path, { body: { name: 'other' } })).status, 409);
    assert.equal((await api.request('PATCH', path, { body: { name: 'new year' } })).status, 200);
    for (const body of [{ paused: true }, { solve: { scenario_id: 'case', hour: 1 } }]) {
      const refused = await api.request('PATCH', path, { body });
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.match(JSON.stringify(refused.body), /Extra inputs are not permitted/);
    }
  });

  it('follows the end of summer time: the hour that occurs twice starts once', async () => {
    await keep('case');
    const schedule = await create(
      yearly('case', { cron: '30 2 * * *', time_zone: 'Europe/Berlin', overlap: 'allow_all' }),
    );
    const { body } = await post(schedule, 'backfill', {
      from: '2026-10-24T00:00:00Z',
      to: '2026-10-26T12:00:00Z',
    });
    assert.deepEqual(body['times'], [
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('is paused, resumed and changed; fields left out of a change stay', async () => {
    await keep('case');
    const schedule = await create(yearly('case'));
    await post(schedule, 'pause');
    const paused = await read(schedule);
    assert.deepEqual([paused.paused, paused.next_times], [true, []]);
    assert.match(paused.note ?? '', /^Paused by user-/);
    const path = `/api/schedules/${schedule.schedule_id}`;
    const changed = await api.request<Schedule>('PATCH', path, { body: { every_minutes: 30 } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(changed.body.paused, true, 'a change lets nothing go on');
    await post(schedule, 'unpause');
    const { next_times, name } = await read(schedule);
    assert.equal(name, 'new year');
    const [first = '', second = ''] = next_times;
    assert.equal(Date.parse(second) - Date.parse(first), 30 * MINUTE_MS);
    assert.equal((await api.request('DELETE', path)).status, 204);
    assert.equal((await api.request('GET', path)).status, 404);
    await create(yearly('case'));
  });

  it('pauses itself with the reason when its scenario is gone, and records the time as missed', async () => {
    await keep('case');
    const schedule = await create(yearly('case'));
    await api.request('DELETE', '/api/scenarios/case');
    await post(schedule, 'trigger');
    await until(async () => (await read(schedule)).paused === true, PATIENCE_MS);
    const { note, last } = await read(schedule);
    assert.equal(note, "Paused by itself: There is no scenario 'case'");
    await until(async () => (await read(schedule)).last?.status === 'missed', PATIENCE_MS);
    assert.equal((await read(schedule)).last?.reason, "There is no scenario 'case'");
    assert.equal(last?.run_id, null);
  });

  it('is limited to 20 per user, who alone sees them', async () => {
    await keep('case');
    const created: Schedule[] = [];
    for (let n = 0; n < 20; n++) created.push(await create(yearly('case', { name: `number ${n}` })));
    const more = await api.request('POST', '/api/schedules', { body: yearly('case', { name: 'one more' }) });
    assert.equal(more.status, 409);
    assert.match(String(more.body['detail']), /You already have 20 schedules, the maximum/);
    const other = await newUser(running);
    const [first] = created;
    for (const [method, what] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/trigger'],
      ['GET', '/history'],
    ] as const)
      assert.equal((await other.request(method, `/api/schedules/${first?.schedule_id}${what}`)).status, 404);
    await Promise.all(created.map(({ schedule_id: id }) => api.request('DELETE', `/api/schedules/${id}`)));
  });

  const REFUSED: readonly (readonly [string, object, number, string, RegExp])[] = [
    ['a day that never comes', { cron: '0 0 30 2 *' }, 422, 'cron', /No date ever matches this line/],
    [
      'a minute that there is not',
      { cron: '61 0 * * *' },
      422,
      'cron',
      /not a cron line: Minute is not in range \[0-59\]/,
    ],
    ['seconds', { cron: '* * * * * * *' }, 422, 'cron', /five fields/],
    ['the second Monday', { cron: '0 7 * * 1#2' }, 422, 'cron', /no nth day of week/],
    ['a step that is too long', { cron: '*/90 * * * *' }, 422, 'cron', /a step is from 1 to 59/],
    [
      'a time zone of an interval',
      { cron: undefined, every_minutes: 60, time_zone: 'Europe/Berlin' },
      422,
      'time_zone',
      /time zone applies to a cron line/,
    ],
    [
      'a start that is no day',
      { solve: { scenario_id: 'demo-24h', start: 'today' } },
      422,
      'solve.start',
      /ISO date/,
    ],
    ['words', { cron: 'every day at noon please' }, 422, 'cron', /not a cron line/],
    [
      'an unknown time zone',
      { time_zone: 'Europe/Atlantis' },
      422,
      'time_zone',
      /no time zone 'Europe\/Atlantis'/,
    ],
    [
      'an interval under a minute',
      { cron: undefined, every_minutes: 0 },
      422,
      'every_minutes',
      /at least one minute/,
    ],
    ['half a minute', { cron: undefined, every_minutes: 0.5 }, 422, 'every_minutes', /integer/],
    ['two kinds of times', { every_minutes: 5 }, 422, 'every_minutes', /exactly one of cron, every_minutes/],
    ['no times', { cron: undefined }, 422, 'cron', /exactly one of cron, every_minutes/],
    ['nothing to start', { solve: undefined }, 422, 'solve', /exactly one of solve, experiment, run/],
    [
      'a scenario that there is not',
      { solve: { scenario_id: 'nowhere' } },
      404,
      '',
      /There is no scenario 'nowhere'/,
    ],
    [
      'a network that there is not',
      {
        solve: undefined,
        run: { pcm_model_id: 'uc-standard', network_id: 'nowhere', solver: { id: 'highs' } },
      },
      404,
      '',
      /Network not found/,
    ],
  ];
  it('refuses in words a schedule that could never start', async () => {
    for (const [what, change, status, field, words] of REFUSED) {
      const reply = await api.request('POST', '/api/schedules', { body: yearly('demo-24h', change) });
      assert.equal(reply.status, status, `${what}: ${JSON.stringify(reply.body)}`);
      const { detail } = reply.body;
      if (!Array.isArray(detail)) assert.match(String(detail), words, what);
      else {
        assert.equal(detail[0].loc.slice(1).join('.'), field, what);
        assert.match(detail[0].msg, words, what);
      }
    }
    assert.deepEqual((await api.request('GET', '/api/schedules')).body, { schedules: [], total: 0 });
  });

  it('refuses to fill a range of the future, and one with more than 100 times', async () => {
    const schedule = await create(yearly('demo-24h', { cron: '* * * * *' }));
    await post(schedule, 'pause');
    for (const [range, words] of [
      [{ from: '2026-10-01T00:00:00Z', to: '2036-10-02T00:00:00Z' }, /should be in the past/],
      [{ from: '2026-10-01T00:00:00Z', to: '2026-10-01T02:00:00Z' }, /121 times/],
      [{ from: '2026-10-02T00:00:00Z', to: '2026-10-01T00:00:00Z' }, /after its start/],
    ] as const) {
      const { status, body } = await post(schedule, 'backfill', range);
      assert.equal(status, 422);
      assert.match(JSON.stringify(body), words);
    }
    await api.request('DELETE', `/api/schedules/${schedule.schedule_id}`);
  });
});
