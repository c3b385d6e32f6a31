/** What the caller has open and stored, and the most that is allowed. */
import { data } from '../../client/client.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { count, megabytes } from '../parts/format.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

const BOUNDS = [
  { name: 'open_jobs', text: 'Open jobs', format: count },
  { name: 'open_experiments', text: 'Open experiments', format: count },
  { name: 'open_executions', text: 'Open runs of the model builder', format: count },
  { name: 'stored_bytes', text: 'Stored', format: megabytes },
] as const;

export function Limits() {
  const load = useLoad(async (signal) => (await data(api.GET('/api/overview', { signal }))).bounds, []);
  return (
    <Card title="Limits">
      <Loaded load={load}>
        {(bounds) => (
          <Table
            caption="What you have open and stored"
            rows={BOUNDS}
            keyOf={({ name }) => name}
            columns={[
              { head: 'What', cell: ({ text }) => text },
              { head: 'Now', isNumber: true, cell: ({ name, format }) => format(bounds[name].used) },
              { head: 'At most', isNumber: true, cell: ({ name, format }) => format(bounds[name].allowed) },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
