/** The audit log: what happened, by whom, when; whether it is as it was written; and all of it as a file. */
import { data } from '../../client/client.ts';
import { Card, Empty, Loaded, Page } from '../parts/elements.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { ChainCheck } from './chain-check.tsx';

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
