/** GET /audit/logs */
import { array, number, object, string } from 'yup';
import { defineRoute, reply } from '../../route.ts';

const entry = object({
  id: string().required(),
  event_type: string().required(),
  user_id: string().defined().meta({ description: 'Empty when nobody was signed in' }),
  timestamp: string().datetime({ precision: 3 }).required(),
  details: object().required().meta({ description: 'Facts of the event' }),
  seq: number().integer().optional().meta({ description: 'Place in the chain; absent before there was one' }),
});

export const logs = defineRoute({
  method: 'get',
  path: '/audit/logs',
  summary: 'Audit log, newest entry first',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  query: object({
    type: string().optional().meta({ description: 'Event type; an unknown one has no entries' }),
    limit: number().integer().min(1).max(1000).default(100).meta({ description: 'Most entries' }),
    before: string().datetime().optional().meta({ description: 'Only entries older than this timestamp' }),
    user_id: string().optional().meta({ description: 'Only entries of this user' }),
  }),
  responses: { 200: object({ logs: array(entry.required()).required() }) },
  handle: async ({ query: { type, limit, before, user_id }, deps }) => {
    const filter = {
      type,
      limit,
      userId: user_id,
      before: before === undefined ? undefined : new Date(before),
    };
    return reply(200, { logs: await deps.audit.list(filter) });
  },
});
