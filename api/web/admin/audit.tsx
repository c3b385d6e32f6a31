/** The audit log: entries, check of its hash chain, and export. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { ActionButton, Button } from '../parts/button.tsx';
import { save } from '../parts/download-item.tsx';
import { Card, Empty, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { AUDIT_EVENTS, fromLocalInput, toLocalInput } from './audit-query.ts';

const PAGE_ENTRIES = 25;

export function Audit() {
  const { query } = usePlace();
  const { type, user, from, to, cursor } = query;
  const selection = {
    ...(type && { type }),
    ...(user && { user_id: user }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const page = useLoad(
    (signal) => {
      const filters = { ...selection, limit: PAGE_ENTRIES, ...(cursor && { cursor }) };
      return get('/api/audit/logs', { params: { query: filters }, signal });
    },
    [type, user, from, to, cursor],
  );
  return (
    <Page title="Audit log">
      <AdminTabs />
      {page.problem?.status !== 403 && <ChainCheck />}
      <Card title="Entries">
        <AuditFilters query={query} selection={selection} />
        <Loaded load={page}>
          {({ logs, next_cursor }) => (
            <>
              {logs.length > 0 ? <AuditTable entries={logs} /> : <Empty>No matching entries.</Empty>}
              <nav class="pager" aria-label="Pages of the log">
                <Button text="Newest" disabled={!cursor} onClick={() => setQuery({ cursor: undefined })} />
                <button
                  type="button"
                  disabled={!next_cursor}
                  onClick={() => next_cursor && setQuery({ cursor: next_cursor })}
                >
                  Older
                </button>
              </nav>
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

type Entry = Reply<'getAuditLogs'>['logs'][number];

function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
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
              'not signed in'
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

type Verdict = Reply<'getAuditVerify'>;

const PROBLEMS: Readonly<Record<NonNullable<Verdict['first_bad']>['problem'], string>> = {
  changed: 'was changed after it was written',
  missing: 'is missing',
  relinked: 'follows another entry than originally',
  inserted: 'was not written by the service',
  truncated: 'is missing, with all later ones',
};

function ChainCheck() {
  const [verdict, setVerdict] = useState<Verdict>();
  const check = useAction(async () => {
    setVerdict(undefined);
    setVerdict(await get('/api/audit/verify'));
  });
  return (
    <Card title="Integrity">
      <p>
        Each entry holds the hash of the previous one, so any change, gap or false entry shows, even if made
        in the database.
      </p>
      <ActionButton {...check} text="Verify the whole log" busy="Verifying…" />
      <div aria-live="polite">{verdict && <VerdictNotice verdict={verdict} />}</div>
      {check.problem && <ProblemNotice problem={check.problem} />}
    </Card>
  );
}

function VerdictNotice({ verdict: { valid, entries, first_bad } }: { readonly verdict: Verdict }) {
  if (valid) return <Notice tone="good">All {count(entries)} entries are unchanged.</Notice>;
  return (
    <Notice tone="bad">
      {count(entries)} entries are unchanged.{' '}
      {first_bad && (
        <>
          The first faulty one is number {first_bad.seq ?? 'unknown'}
          {first_bad.id && ` (${first_bad.id})`}: it {PROBLEMS[first_bad.problem]}.
        </>
      )}
    </Notice>
  );
}

interface AuditFiltersProps {
  readonly query: Readonly<Record<string, string>>;
  readonly selection: Readonly<Record<string, string>>;
}

/** The selected entries of the audit log as a CSV blob. */
const exportLog = (selection: AuditFiltersProps['selection']): Promise<Blob> =>
  get('/api/audit/export', { params: { query: selection }, parseAs: 'blob' });

const EVENTS = [
  ['', 'all'],
  ...AUDIT_EVENTS.map((event) => [event, event.replaceAll('_', ' ')] as const),
] as const;

function AuditFilters({ query, selection }: AuditFiltersProps) {
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, cursor: undefined }, { replace: true });
  const setTime = (name: string) => (value: string) => set(name)(fromLocalInput(value));
  const download = useAction(async () => save('audit.csv', await exportLog(selection)));
  return (
    <>
      <div class="fields">
        <Choice label="Event" value={query['type'] ?? ''} options={EVENTS} onValue={set('type')} />
        <Field label="User id" type="search" value={query['user'] ?? ''} onValue={set('user')} />
        <Field
          label="From"
          type="datetime-local"
          value={toLocalInput(query['from'])}
          onValue={setTime('from')}
        />
        <Field
          label="Until"
          type="datetime-local"
          value={toLocalInput(query['to'])}
          onValue={setTime('to')}
        />
      </div>
      <div class="buttons">
        <ActionButton {...download} text="Download these entries (CSV)" busy="Downloading…" />
      </div>
      {download.problem && <ProblemNotice problem={download.problem} />}
    </>
  );
}
