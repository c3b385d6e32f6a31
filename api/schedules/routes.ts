/** Routes of schedules. */
import { randomUUID } from 'node:crypto';
import { array, number, object, string } from 'yup';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import {
  note,
  notFound,
  owned,
  refused,
  type ScheduleDeps,
  startedSince,
  store,
  tell,
  timesOf,
  view,
  viewEntry,
} from './records.ts';
import {
  changed,
  entrySchema,
  scheduleBody,
  schedulePatch,
  scheduleSchema,
  triggeredSchema,
} from './schedule.ts';

const defineRoute = routesFor<ScheduleDeps>();

const scheduleRoute = {
  tag: 'Schedules',
  auth: 'bearer',
  module: [
    { id: 'analyst', level: 'basic' },
    { id: 'model-builder', level: 'basic' },
  ],
} as const;

/** Properties of a route on one schedule. */
const one = <const M extends 'get' | 'post' | 'patch' | 'delete'>(method: M, rest = '') => ({
  ...scheduleRoute,
  method,
  path: `/schedules/{schedule_id}${rest}` as const,
  params: object({
    schedule_id: string().required().max(128).meta({ description: 'Id of the schedule, from its creation' }),
  }),
});

/** Properties of a light route on one schedule. Such a route does not plan the target, which may take long. */
const lightRoute = <const M extends 'get' | 'post' | 'delete'>(method: M, rest = '') => ({
  ...one(method, rest),
  light: true as const,
});

const COMMANDS = {
  pause: 'Pause a schedule: it starts nothing until it is unpaused',
  unpause: 'Resume a paused schedule',
} as const;

/** Route that pauses or unpauses a schedule. Only Temporal keeps this state. */
const commandRoute = (action: keyof typeof COMMANDS) =>
  defineRoute({
    ...lightRoute('post', `/${action}`),
    summary: COMMANDS[action],
    responses: { 200: scheduleSchema },
    errors: [502],
    handle: async ({ params, user, request, deps }) => {
      const schedule = await owned(deps, params, user);
      await note(deps.audit, { user, request }, schedule._id, { action });
      const words = `${action === 'pause' ? 'Paused' : 'Unpaused'} by ${user.username}`;
      await tell(deps, schedule, (scheduled) => scheduled[action](words));
      // Times that passed during a pause do not count as missed.
      if (action === 'unpause') await deps.schedules.markLooked(schedule._id, deps.now());
      return reply(200, await view(deps, schedule));
    },
  });

const SECOND_MS = 1000;

const triggerRoute = defineRoute({
  ...lightRoute('post', '/trigger'),
  seconds: 15,
  summary: 'Start the run of a schedule now, in addition to its times; the reply has its id',
  responses: { 200: triggeredSchema },
  errors: [502],
  handle: async ({ params, user, request, deps }) => {
    const schedule = await owned(deps, params, user);
    await note(deps.audit, { user, request }, schedule._id, { action: 'trigger' });
    // Rounds down to a second: Temporal records times in seconds, by its own clock.
    const since = new Date(deps.now().getTime() - SECOND_MS);
    await tell(deps, schedule, (scheduled) => scheduled.trigger());
    const started = await startedSince(deps, schedule, since);
    return reply(200, { ...(await view(deps, schedule)), started });
  },
});

const MOST_TIMES = 100;
const LONGEST_RANGE_MS = 366 * 24 * 3_600_000;
const instant = () => string().datetime({ allowOffset: true }).required();
const total = number().integer().min(0).required();

export const scheduleRoutes = [
  defineRoute({
    ...scheduleRoute,
    method: 'post',
    path: '/schedules',
    summary:
      'Create a schedule that repeatedly starts a solve, an experiment or a run of the newest version of its case',
    body: scheduleBody,
    example: {
      body: {
        ...{ name: 'every morning', cron: '30 6 * * MON-FRI', time_zone: 'Europe/Berlin' },
        solve: { scenario_id: 'demo-24h', timeout: 60 },
      },
      status: 201,
    },
    responses: { 201: scheduleSchema },
    headers: { 201: ['Location'] },
    errors: [404, 409, 502],
    handle: async ({ body, user, request, deps }) => {
      const now = deps.now();
      const made = { created_at: now, updated_at: now, looked_at: now };
      const schedule = { _id: randomUUID(), user_id: user.userId, ...made, ...changed(body) };
      const shown = await store(deps, 'created', schedule, body, { user, request });
      return reply(201, shown, { Location: `/api/schedules/${schedule._id}` });
    },
  }),
  defineRoute({
    ...scheduleRoute,
    method: 'get',
    path: '/schedules',
    light: true,
    summary: 'Schedules of the caller, sorted by name',
    query: object(pageQuery()),
    responses: { 200: object({ schedules: array(scheduleSchema).required(), total }) },
    handle: async ({ query: { limit, offset }, user, deps }) => {
      const [schedules, all] = await deps.schedules.list(user.userId, limit, offset);
      return reply(200, {
        schedules: await Promise.all(schedules.map((each) => view(deps, each))),
        total: all,
      });
    },
  }),
  defineRoute({
    ...lightRoute('get'),
    summary: 'A schedule with its next five times',
    responses: { 200: scheduleSchema },
    handle: async ({ params, user, deps }) => reply(200, await view(deps, await owned(deps, params, user))),
  }),
  defineRoute({
    ...one('patch'),
    summary: 'Change a schedule; omitted fields are kept',
    body: schedulePatch,
    example: { body: { cron: '0 7 * * *', overlap: 'skip' }, status: 200 },
    responses: { 200: scheduleSchema },
    errors: [409, 502],
    handle: async ({ params, body, user, request, deps }) => {
      const before = await owned(deps, params, user);
      const [updated_at, looked_at] = [deps.now(), deps.now()];
      const schedule = { ...before, ...changed(body, before), updated_at, looked_at };
      return reply(200, await store(deps, 'changed', schedule, body, { user, request }));
    },
  }),
  defineRoute({
    ...lightRoute('delete'),
    summary: 'Delete a schedule; its runs are kept',
    responses: { 204: null },
    handle: async ({ params: { schedule_id: id }, user, request, deps }) => {
      await deps.audit.together(async (tx) => {
        const schedule = await deps.schedules.delete(user.userId, id, tx);
        if (!schedule) throw notFound();
        await note(deps.audit, { user, request }, id, { action: 'deleted', name: schedule.name }, tx);
      });
      // If the deletion in Temporal fails, Temporal's schedule finds no record at its next time, starts nothing and is
      // deleted then.
      await deps.scheduler.tell(id, (scheduled) => scheduled.delete()).catch(() => undefined);
      return reply(204, undefined);
    },
  }),
  commandRoute('pause'),
  commandRoute('unpause'),
  triggerRoute,
  defineRoute({
    ...lightRoute('post', '/backfill'),
    summary: `Start the runs of a past range, both ends included, up to ${MOST_TIMES} times; times that already have a run are skipped`,
    body: object({ from: instant(), to: instant() }),
    example: { body: { from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' }, status: 202 },
    responses: { 202: object({ times: array(string().required()).required() }) },
    errors: [502],
    handle: async ({ params, body, user, request, deps }) => {
      const schedule = await owned(deps, params, user);
      // Starts 1 ms earlier, because Temporal's range excludes its start.
      const [start, end] = [new Date(Date.parse(body.from) - 1), new Date(body.to)];
      if (end.getTime() <= start.getTime() + 1)
        throw refused('to', 'The end of the range should be after its start');
      if (end > deps.now()) throw refused('to', 'The range should be in the past');
      if (end.getTime() - start.getTime() - 1 > LONGEST_RANGE_MS)
        throw refused('from', 'The range should have at most 366 days');
      const times = await timesOf(deps, schedule, start, end);
      if (times.length > MOST_TIMES)
        throw refused('from', `The range has ${times.length} times; the maximum is ${MOST_TIMES}`);
      const range = { from: body.from, to: body.to };
      await note(deps.audit, { user, request }, schedule._id, { action: 'backfill', ...range });
      // Runs start one after the other, unless the schedule allows concurrent runs.
      const overlap = schedule.overlap === 'allow_all' ? 'ALLOW_ALL' : 'BUFFER_ALL';
      await tell(deps, schedule, (scheduled) => scheduled.backfill({ start, end, overlap }));
      return reply(202, { times: times.map((at) => at.toISOString()) });
    },
  }),
  defineRoute({
    ...lightRoute('get', '/history'),
    summary: 'Times of a schedule, each with its run or the reason why it was missed; newest first',
    query: object(pageQuery()),
    responses: { 200: object({ history: array(entrySchema).required(), total }) },
    handle: async ({ params, query: { limit, offset }, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      const [entries, all] = await deps.schedules.history(_id, limit, offset);
      const history = await Promise.all(entries.map((each) => viewEntry(deps, each)));
      return reply(200, { history, total: all });
    },
  }),
];
