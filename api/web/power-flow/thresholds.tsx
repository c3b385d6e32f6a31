/** What the checks hold values against. */
import { data } from '../../client/client.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { plain } from '../parts/format.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

export function Thresholds() {
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
