/** The networks of the caller, then the shared ones. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Card, Loaded, Page, Time } from '../parts/elements.tsx';
import { href, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { ImportNetwork } from './import-network.tsx';

type Network = Reply<'getNetworks'>['networks'][number];

const networkPath = (id: string): string => `/networks/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<Network>[] = [
  { head: 'Network', cell: ({ network_id, name }) => <a href={href(networkPath(network_id))}>{name}</a> },
  { head: 'Source', cell: ({ source }) => source ?? '–' },
  { head: 'Owner', cell: ({ owner }) => (owner === null ? <Badge text="shared" tone="info" /> : 'you') },
  { head: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

export function Networks() {
  const offset = Number(usePlace().query['offset'] ?? 0) || 0;
  const load = useLoad(
    (signal) => data(api.GET('/api/networks', { params: { query: { limit: PAGE_ROWS, offset } }, signal })),
    [offset],
  );
  return (
    <Page title="Networks">
      <Loaded load={load}>
        {({ networks, total }) => (
          <>
            <Table
              caption="Networks"
              rows={networks}
              keyOf={({ network_id, owner }) => `${network_id} ${owner}`}
              columns={COLUMNS}
            />
            <Pager offset={offset} total={total} />
          </>
        )}
      </Loaded>
      <Card title="Import">
        <ImportNetwork onImported={load.reload} />
      </Card>
    </Page>
  );
}
