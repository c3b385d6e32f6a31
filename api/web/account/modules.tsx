/** What is open to the account, and how far. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Card, Loaded, Time } from '../parts/elements.tsx';
import { api } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

type Module = Reply<'getModules'>['modules'][number];
type Subscription = Reply<'getUsersMeSubscriptions'>['modules'][number];
type Row = Module & Pick<Subscription, 'subscribed_at' | 'last_accessed'>;

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Module',
    cell: ({ name, description }) => (
      <>
        <strong>{name}</strong>
        <br />
        {description}
      </>
    ),
  },
  {
    head: 'Access',
    cell: ({ access_level, has_access }) => (
      <Badge text={access_level} tone={has_access ? 'good' : 'quiet'} />
    ),
  },
  { head: 'Open to you', cell: ({ features_enabled }) => features_enabled.join(', ') || '–' },
  { head: 'Since', cell: ({ has_access, subscribed_at }) => <Time at={has_access ? subscribed_at : null} /> },
  { head: 'Last opened', cell: ({ last_accessed }) => <Time at={last_accessed} /> },
];

async function loadRows(): Promise<Row[]> {
  const [{ modules }, subscriptions] = await Promise.all([
    data(api.GET('/api/modules')),
    data(api.GET('/api/users/me/subscriptions')),
  ]);
  return modules.flatMap((module) => {
    const held = subscriptions.modules.find(({ module_id }) => module_id === module.id);
    return held ? [{ ...module, ...held }] : [];
  });
}

export const Modules = () => (
  <Card title="Modules">
    <p>An administrator can open more of them to you.</p>
    <Loaded load={useLoad(loadRows, [])}>
      {(rows) => <Table caption="What is open to you" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />}
    </Loaded>
  </Card>
);
