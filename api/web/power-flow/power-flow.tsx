/** What is wrong with the data of a grid before its flows are computed, and what its lines may carry. */
import { data } from '../../client/client.ts';
import { Card, Loaded, Page } from '../parts/elements.tsx';
import { plain } from '../parts/format.ts';
import { usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { CheckView } from './check-view.tsx';
import { LineLimits } from './line-limits.tsx';

const TABS = [
  { name: 'check', text: 'Check a case' },
  { name: 'lines', text: 'Line limits' },
  { name: 'thresholds', text: 'Thresholds' },
];

export function PowerFlow() {
  const { view = 'check' } = usePlace().query;
  return (
    <Page title="Power flow">
      <Tabs label="Parts of power flow" tabs={TABS} current={view} />
      {view === 'lines' && <LineLimits />}
      {view === 'thresholds' && <Thresholds />}
      {view === 'check' && <CheckView />}
    </Page>
  );
}

function Thresholds() {
  const load = useLoad((signal) => data(api.GET('/api/modules/power-flow/limits', { signal })), []);
  return (
    <Card title="Thresholds of the checks">
      <p>Each is a setting of the server, by this name.</p>
      <Loaded load={load}>
        {({ limits }) => (
          <Table
            caption="Thresholds of the checks"
            rows={limits}
            keyOf={({ name }) => name}
            columns={[
              { head: 'What it means', cell: ({ description }) => description },
              {
                head: 'Value',
                cell: ({ value, unit }) => [plain(value), unit].filter(Boolean).join(' '),
                isNumber: true,
              },
              { head: 'Setting', cell: ({ name }) => <code>{name}</code> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
