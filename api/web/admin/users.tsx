/** List of all accounts, and a form for a new one. */
import type { Reply } from '../../client/client.ts';
import { Badge, Card, Page, Time } from '../parts/elements.tsx';
import { FieldForm, NEW_NAME, NEW_PASSWORD } from '../parts/field-form.tsx';
import { Field } from '../parts/form.tsx';
import { List, useList } from '../parts/list.tsx';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { get, post } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { AdminTabs } from './admin-tabs.tsx';

const COLUMNS: readonly Column<Reply<'getUsers'>['users'][number]>[] = [
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
  const { q = '' } = usePlace().query;
  const load = useList(
    async (part, signal) => {
      const params = { query: { ...part, ...(q && { q }) } };
      const { users, total } = await get('/api/users', { params, signal });
      return { rows: users, total };
    },
    [q],
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
        <List
          load={load}
          empty="No matching accounts."
          caption="Accounts by name"
          columns={COLUMNS}
          keyOf={({ user_id }) => user_id}
        />
      </Card>
      {load.problem?.status !== 403 && <NewUser onMade={({ user_id }) => go(`/admin/users/${user_id}`)} />}
    </Page>
  );
}

/** Creates an account with an initial password. */
const NewUser = ({ onMade }: { readonly onMade: (user: Reply<'postAuthRegister', 201>) => void }) => (
  <Card title="New account">
    <FieldForm
      submit="Create the account"
      first={{ username: '', password: '' }}
      fields={[
        { ...NEW_NAME, autocomplete: 'off' },
        {
          ...NEW_PASSWORD,
          name: 'password',
          label: 'First password',
          hint: 'Its owner can change it under Account.',
        },
      ]}
      work={async ({ username, password }) => {
        const body = { username: username.trim(), password };
        onMade(await post('/api/auth/register', { body }));
      }}
      isRow
    />
  </Card>
);
