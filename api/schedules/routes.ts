/** Routes of schedules. */
import { array, number, object, string } from 'yup';
import type { ScheduleRecord } from '../../mongo/schedules.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import {
  backfillSchedule as backfill,
  type Command,
  changeSchedule as change,
  commandSchedule,
  createSchedule as create,
  ownedSchedule,
  deleteSchedule as remove,
} from './change-schedule.ts';
import type { ScheduleDeps } from './deps.ts';
import {
  actionSchema,
  scheduleBody,
  schedulePatch,
  scheduleSchema,
  toAction,
  toSchedule,
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

const schedulePath = object({
  schedule_id: string().required().max(128).meta({ description: 'Id of the schedule, from its creation' }),
});

/** With what Temporal says of it; without that when Temporal does not answer. */
async function view({ scheduler, scheduleActions, log }: ScheduleDeps, record: ScheduleRecord) {
  const [state, { actions }] = await Promise.all([
    scheduler.state(record._id).catch((error: unknown) => {
      log.warn({ err: error, schedule_id: record._id }, 'schedule answered without Temporal');
      return undefined;
    }),
    scheduleActions.list(record._id, 1, 0),
  ]);
  return toSchedule(record, state, actions[0]);
}

const createSchedule = defineRoute({
  method: 'post',
  path: '/schedules',
  summary:
    'Start a solve, an experiment or a run of the newest version of a scenario or network again and again',
  ...scheduleRoute,
  body: scheduleBody,
  example: {
    body: {
      name: 'every morning',
      cron: ['30 6 * * MON-FRI'],
      time_zone: 'Europe/Berlin',
      solve: { scenario_id: 'demo-24h', timeout: 60 },
    },
    status: 201,
  },
  responses: { 201: scheduleSchema },
  headers: { 201: ['Location'] },
  errors: [404, 409, 502],
  handle: async ({ body, user, request, deps }) => {
    const record = await create(deps, body, { user, request });
    return reply(201, await view(deps, record), { Location: `/api/schedules/${record._id}` });
  },
});

const listSchedules = defineRoute({
  method: 'get',
  path: '/schedules',
  summary: 'Schedules of the caller, by name',
  ...scheduleRoute,
  query: object(pageQuery()),
  responses: {
    200: object({ schedules: array(scheduleSchema).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { records, total } = await deps.schedules.list(user.userId, limit, offset);
    return reply(200, { schedules: await Promise.all(records.map((record) => view(deps, record))), total });
  },
});

const readSchedule = defineRoute({
  method: 'get',
  path: '/schedules/{schedule_id}',
  summary: 'A schedule with its next five times',
  ...scheduleRoute,
  params: schedulePath,
  responses: { 200: scheduleSchema },
  handle: async ({ params, user, deps }) =>
    reply(200, await view(deps, await ownedSchedule(deps, params.schedule_id, { user }))),
});

const changeSchedule = defineRoute({
  method: 'patch',
  path: '/schedules/{schedule_id}',
  summary: 'Change a schedule; what is left out stays',
  ...scheduleRoute,
  params: schedulePath,
  body: schedulePatch,
  responses: { 200: scheduleSchema },
  errors: [409, 502],
  handle: async ({ params, body, user, request, deps }) =>
    reply(200, await view(deps, await change(deps, params.schedule_id, body, { user, request }))),
});

const deleteSchedule = defineRoute({
  method: 'delete',
  path: '/schedules/{schedule_id}',
  summary: 'Delete a schedule; its runs stay',
  ...scheduleRoute,
  params: schedulePath,
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.schedule_id, { user, request });
    return reply(204, undefined);
  },
});

const commandRoute = (command: Command, summary: string) =>
  defineRoute({
    method: 'post',
    path: `/schedules/{schedule_id}/${command}`,
    summary,
    ...scheduleRoute,
    params: schedulePath,
    responses: { 200: scheduleSchema },
    errors: [502],
    handle: async ({ params, user, request, deps }) =>
      reply(
        200,
        await view(deps, await commandSchedule(deps, params.schedule_id, command, { user, request })),
      ),
  });

const timestamp = () => string().datetime({ allowOffset: true }).required();

const backfillSchedule = defineRoute({
  method: 'post',
  path: '/schedules/{schedule_id}/backfill',
  summary:
    'Start what a range of the past would have started, up to 100 times; a time with a run is left alone',
  ...scheduleRoute,
  params: schedulePath,
  body: object({ from: timestamp(), to: timestamp() }),
  responses: { 202: object({ times: array(string().required()).required() }) },
  errors: [502],
  handle: async ({ params, body, user, request, deps }) => {
    const times = await backfill(deps, params.schedule_id, body, { user, request });
    return reply(202, { times: times.map((at) => at.toISOString()) });
  },
});

const readHistory = defineRoute({
  method: 'get',
  path: '/schedules/{schedule_id}/history',
  summary: 'Times of a schedule with the run of each, or why it was missed; newest first',
  ...scheduleRoute,
  params: schedulePath,
  query: object(pageQuery()),
  responses: {
    200: object({ history: array(actionSchema).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ params, query: { limit, offset }, user, deps }) => {
    const { _id } = await ownedSchedule(deps, params.schedule_id, { user });
    const { actions, total } = await deps.scheduleActions.list(_id, limit, offset);
    return reply(200, { history: actions.map(toAction), total });
  },
});

export const scheduleRoutes = [
  createSchedule,
  listSchedules,
  readSchedule,
  changeSchedule,
  deleteSchedule,
  commandRoute('pause', 'Pause a schedule: its times start nothing until it goes on'),
  commandRoute('unpause', 'Let a paused schedule go on'),
  commandRoute('trigger', 'Start the run of a schedule now, beside its times'),
  backfillSchedule,
  readHistory,
];
