/** The audit log for administrators: list, CSV export, and verification of its hash chain. */
import type { Readable } from 'node:stream';
import { array, boolean, number, object, string } from 'yup';
import type { Audit, AuditPlace, LinkedAuditEntry } from '../../mongo/audit.ts';
import { CHAIN_PROBLEMS } from '../../mongo/audit-verify.ts';
import type { Users } from '../../mongo/users.ts';
import { toCsv, withFirstRow } from '../http/csv.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';

type AuditDeps = { readonly audit: Audit; readonly users: Pick<Users, 'namesOf'> };

const defineRoute = routesFor<AuditDeps>();

const entry = object({
  id: string().required(),
  event_type: string().required(),
  user_id: string().defined().meta({ description: 'User; empty when the caller was not signed in' }),
  username: string().defined().nullable().meta({ description: 'Null when the account no longer exists' }),
  timestamp: string().datetime({ precision: 3 }).required(),
  details: object().required().meta({ description: 'Facts of the event' }),
  seq: number()
    .integer()
    .optional()
    .meta({ description: 'Position in the hash chain; absent in entries older than the chain' }),
});

/** Query filters that the list and the export share. */
const selection = () => ({
  type: string().optional().meta({ description: 'Event type; an unknown one has no entries' }),
  user_id: string().optional().meta({ description: 'Only entries of this user' }),
  from: string().datetime().optional().meta({ description: 'Only entries of this timestamp or later' }),
  to: string().datetime().optional().meta({ description: 'Only entries older than this timestamp' }),
});

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{24})$/;

/** Position that a cursor encodes; undefined for a text that is not a cursor from a reply. */
function toPlace(cursor = ''): AuditPlace | undefined {
  const [, time = '', id = ''] = CURSOR.exec(cursor) ?? [];
  const timestamp = new Date(time);
  return Number.isNaN(timestamp.getTime()) ? undefined : { timestamp, id };
}

const logs = defineRoute({
  method: 'get',
  path: '/audit/logs',
  light: true,
  summary: 'Audit log, newest entry first',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  query: object({
    ...selection(),
    limit: number()
      .integer()
      .min(1)
      .max(1000)
      .default(100)
      .meta({ description: 'Largest number of entries' }),
    before: string()
      .datetime()
      .optional()
      .meta({ description: 'Older name of `to`, which takes precedence' }),
    cursor: string()
      .optional()
      .test(
        'cursor',
        'Cursor should be a next_cursor',
        (cursor) => cursor === undefined || toPlace(cursor) !== undefined,
      )
      .meta({ description: '`next_cursor` of the previous page; requires the same filters' }),
  }),
  responses: {
    200: object({
      logs: array(entry.required()).required(),
      next_cursor: string().nullable().defined().meta({ description: 'Null on the last page' }),
    }),
  },
  handle: async ({ query: { type, user_id, from, to, before, limit, cursor }, deps }) => {
    const range = { type, userId: user_id, from: toDate(from), to: toDate(to ?? before) };
    // One extra entry shows whether there is another page; counting would read all entries.
    const entries = await deps.audit.list({ ...range, after: toPlace(cursor), limit: limit + 1 });
    const page = entries.slice(0, limit);
    const last = entries.length > limit ? page.at(-1) : undefined;
    const names = await deps.users.namesOf(page.map((each) => each.user_id));
    const entriesWithNames = page.map((each) => ({ ...each, username: names.get(each.user_id) ?? null }));
    return reply(200, { logs: entriesWithNames, next_cursor: last ? `${last.timestamp}_${last.id}` : null });
  },
});

const firstBad = object({
  seq: number().integer().defined().nullable().meta({ description: 'Null for an entry outside the chain' }),
  id: string().defined().nullable().meta({ description: 'Null for a missing entry' }),
  problem: string().oneOf(CHAIN_PROBLEMS).required(),
});

const verify = defineRoute({
  method: 'get',
  path: '/audit/verify',
  seconds: LONG_S,
  summary: 'Verify that the audit log is unaltered; reads the whole hash chain',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  responses: {
    200: object({
      valid: boolean().required(),
      entries: number().integer().min(0).required().meta({
        description:
          'Number of verified entries from the start of the chain: up to the first bad one, or all',
      }),
      first_bad: firstBad.defined().nullable().default(undefined),
    }),
  },
  handle: async ({ deps }) => reply(200, await deps.audit.verify()),
});

const COLUMNS = ['id', 'seq', 'timestamp', 'event_type', 'user_id', 'details', 'previous_hash', 'hash'];

const exportLogs = defineRoute({
  method: 'get',
  path: '/audit/export',
  seconds: LONG_S,
  summary: 'Audit log as CSV, oldest entry first, with the hashes of its chain',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  query: object(selection()),
  responses: {},
  produces: ['text/csv'],
  handle: async ({ query: { type, user_id, from, to }, deps }) => ({
    status: 200,
    mediaType: 'text/csv',
    stream: csv(
      await withFirstRow(deps.audit.linked({ type, userId: user_id, from: toDate(from), to: toDate(to) })),
    ),
    headers: { 'Content-Disposition': 'attachment; filename="audit.csv"' },
  }),
});

const toDate = (timestamp: string | undefined): Date | undefined =>
  timestamp === undefined ? undefined : new Date(timestamp);

const csv = (entries: AsyncIterable<LinkedAuditEntry>): Readable => toCsv(COLUMNS, rows(entries));

async function* rows(entries: AsyncIterable<LinkedAuditEntry>) {
  for await (const { id, seq, timestamp, event_type, user_id, details, previous_hash, hash } of entries) {
    const link = [previous_hash ?? null, hash ?? null];
    yield [id, seq ?? null, timestamp, event_type, user_id, JSON.stringify(details), ...link];
  }
}

export const auditRoutes = [logs, verify, exportLogs];
