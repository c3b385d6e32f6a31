/** The audit log: what happened, by whom, when; whether it is as it was written; and all of it as a file. */

import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { save } from '../parts/download-item.tsx';
import { Card, Empty, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { ActionButton, Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
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
    (signal) =>
      data(
        api.GET('/api/audit/logs', {
          params: { query: { ...selection, limit: PAGE_ENTRIES, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
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
              {logs.length > 0 ? <AuditTable entries={logs} /> : <Empty>Nothing that is selected so.</Empty>}
              <nav class="pager" aria-label="Pages of the log">
                <button type="button" disabled={!cursor} onClick={() => setQuery({ cursor: undefined })}>
                  Newest
                </button>
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

type Verdict = Reply<'getAuditVerify'>;

const PROBLEMS: Readonly<Record<NonNullable<Verdict['first_bad']>['problem'], string>> = {
  changed: 'was changed after it was written',
  missing: 'is missing',
  relinked: 'was put behind another entry than it was written after',
  inserted: 'was put in behind the back of the service',
  truncated: 'is missing, and all that came after it',
};

function ChainCheck() {
  const [verdict, setVerdict] = useState<Verdict>();
  const check = useAction(async () => {
    setVerdict(undefined);
    setVerdict(await data(api.GET('/api/audit/verify')));
  });
  return (
    <Card title="Is the log as it was written?">
      <p>
        Each entry holds the hash of the one before it. So a change, a gap or a false entry shows, even one
        that was made in the database.
      </p>
      <ActionButton {...check} text="Verify the whole log" busy="Verifying…" />
      <div aria-live="polite">{verdict && <Told verdict={verdict} />}</div>
      {check.problem && <ProblemNotice problem={check.problem} />}
    </Card>
  );
}

function Told({ verdict: { valid, entries, first_bad } }: { readonly verdict: Verdict }) {
  if (valid) return <Notice tone="good">All {count(entries)} entries are as they were written.</Notice>;
  return (
    <Notice tone="bad">
      {count(entries)} entries are as they were written.{' '}
      {first_bad && (
        <>
          The first that is not is number {first_bad.seq ?? 'unknown'}
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

/** What the file is kept in until it is whole. */
const exported = (selection: AuditFiltersProps['selection']): Promise<Blob> =>
  data(api.GET('/api/audit/export', { params: { query: selection }, parseAs: 'blob' }));

const EVENTS = [
  ['', 'all'],
  ...AUDIT_EVENTS.map((event) => [event, event.replaceAll('_', ' ')] as const),
] as const;

function AuditFilters({ query, selection }: AuditFiltersProps) {
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, cursor: undefined }, { replace: true });
  const setTime = (name: string) => (value: string) => set(name)(fromLocalInput(value));
  const download = useAction(async () => save('audit.csv', await exported(selection)));
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
