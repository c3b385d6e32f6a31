/** GET /audit/export */
import type { Readable } from 'node:stream';
import { object, string } from 'yup';
import type { LinkedAuditEntry } from '../../../mongo/audit.ts';
import { toCsv } from '../../csv.ts';
import { withFirstRow } from '../../first-row.ts';
import { defineRoute } from '../../route.ts';

const COLUMNS = ['id', 'seq', 'timestamp', 'event_type', 'user_id', 'details', 'previous_hash', 'hash'];

export const exportLogs = defineRoute({
  method: 'get',
  path: '/audit/export',
  summary: 'Audit log as CSV, oldest entry first, with the hashes of its chain',
  tag: 'Audit',
  auth: 'admin',
  keys: 'refused',
  query: object({
    type: string().optional().meta({ description: 'Event type; an unknown one has no entries' }),
    user_id: string().optional().meta({ description: 'Only entries of this user' }),
    from: string().datetime().optional().meta({ description: 'Only entries of this timestamp or later' }),
    to: string().datetime().optional().meta({ description: 'Only entries older than this timestamp' }),
  }),
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
