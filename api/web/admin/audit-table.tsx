/** Entries of the audit log. What they tell is text, whatever somebody has named their things. */
import type { Reply } from '../../client/client.ts';
import { Time } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';

type Entry = Reply<'getAuditLogs'>['logs'][number];

export function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Table
      caption="Entries of the audit log, newest first"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
        { head: 'Event', cell: ({ event_type }) => <code>{event_type}</code> },
        {
          head: 'User',
          cell: ({ user_id, username }) =>
            user_id ? (
              <a href={href(`/admin/users/${encodeURIComponent(user_id)}`)}>{username ?? user_id}</a>
            ) : (
              'nobody signed in'
            ),
        },
        { head: 'Details', cell: ({ details }) => <Details details={details} /> },
        { head: 'No.', isNumber: true, cell: ({ seq }) => seq ?? '–' },
      ]}
    />
  );
}

const Details = ({ details }: Pick<Entry, 'details'>) => (
  <dl class="details">
    {Object.entries(details).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
      </div>
    ))}
  </dl>
);
