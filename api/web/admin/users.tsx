/** All accounts, and a new one. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Card, Empty, Loaded, Page, Time } from '../parts/elements.tsx';
import { Field } from '../parts/form.tsx';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { NewUser } from './new-user.tsx';

type User = Reply<'getUsers'>['users'][number];

const COLUMNS: readonly Column<User>[] = [
  {
    head: 'Username',
    cell: ({ user_id, username }) => <a href={href(`/admin/users/${user_id}`)}>{username}</a>,
  },
  { head: 'Role', cell: ({ role }) => (role === 'admin' ? 'administrator' : 'user') },
  {
    head: 'State',
    cell: ({ disabled }) => (
      <Badge text={disabled ? 'disabled' : 'active'} tone={disabled ? 'warning' : 'good'} />
    ),
  },
  { head: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
];

export function Users() {
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0) || 0;
  const { q = '' } = query;
  const users = useLoad(
    (signal) =>
      data(
        api.GET('/api/users', {
          params: { query: { limit: PAGE_ROWS, offset, ...(q && { q }) } },
          signal,
        }),
      ),
    [offset, q],
  );
  return (
    <Page title="Users">
      <AdminTabs />
      <Card title="Accounts">
        <Field
          label="Name begins with"
          type="search"
          value={q}
          onValue={(text) => setQuery({ q: text, offset: undefined }, { replace: true })}
        />
        <Loaded load={users}>
          {(page) => (
            <>
              {page.users.length > 0 ? (
                <Table
                  caption="Accounts by name"
                  columns={COLUMNS}
                  rows={page.users}
                  keyOf={({ user_id }) => user_id}
                />
              ) : (
                <Empty>No account’s name begins so.</Empty>
              )}
              <Pager offset={offset} total={page.total} />
            </>
          )}
        </Loaded>
      </Card>
      {users.problem?.status !== 403 && <NewUser onMade={({ user_id }) => go(`/admin/users/${user_id}`)} />}
    </Page>
  );
}
