/** Who one is, how one signs in, what one's programs sign in with, and what is open to one. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Badge, Card, Facts, Loaded, Notice, Page, Time } from '../parts/elements.tsx';
import { FieldForm, NEW_PASSWORD, PASSWORD } from '../parts/field-form.tsx';
import { Check } from '../parts/form.tsx';
import { count, megabytes } from '../parts/format.ts';
import { get, interrupt, me, post, signIn } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { ShareLinks } from '../shares/share-table.tsx';
import { ApiKeys } from './api-keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Webhooks } from './webhooks.tsx';

export function Account() {
  const user = useStore(me);
  // A new password may end the keys too.
  const [passwords, setPasswords] = useState(0);
  if (!user) return null;
  return (
    <Page title="Account">
      <Card title="Profile">
        <Facts
          of={{
            Username: user.username,
            Role: user.role === 'admin' ? <Badge text="administrator" tone="info" /> : 'user',
            Since: <Time at={user.created_at} />,
            'User id': <code>{user.user_id}</code>,
          }}
        />
      </Card>
      <div class="grid">
        <PasswordForm username={user.username} onChanged={() => setPasswords(passwords + 1)} />
        <SecondFactor />
      </div>
      <Sessions key={`sessions ${passwords}`} />
      <ApiKeys key={`keys ${passwords}`} />
      <Webhooks />
      <ShareLinks />
      <Modules />
      <Limits />
    </Page>
  );
}

const BOUNDS = [
  { name: 'open_jobs', text: 'Open jobs', format: count },
  { name: 'open_experiments', text: 'Open experiments', format: count },
  { name: 'open_executions', text: 'Open runs of the model builder', format: count },
  { name: 'stored_bytes', text: 'Stored', format: megabytes },
] as const;

function Limits() {
  const load = useLoad(async (signal) => (await get('/api/overview', { signal })).bounds, []);
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
    get('/api/modules'),
    get('/api/users/me/subscriptions'),
  ]);
  return modules.flatMap((module) => {
    const held = subscriptions.modules.find(({ module_id }) => module_id === module.id);
    return held ? [{ ...module, ...held }] : [];
  });
}

const Modules = () => (
  <Card title="Modules">
    <p>An administrator can open more of them to you.</p>
    <Loaded load={useLoad(loadRows, [])}>
      {(rows) => <Table caption="What is open to you" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />}
    </Loaded>
  </Card>
);

interface PasswordFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

/** A new password ends every other session, and this one when it is renewed: so it is used at once. */
function PasswordForm({ username, onChanged }: PasswordFormProps) {
  const [keepsKeys, setKeepsKeys] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <Card title="Change of password">
      <FieldForm
        submit="Change the password"
        first={{ current_password: '', new_password: '' }}
        fields={[{ ...PASSWORD, label: 'Current password' }, NEW_PASSWORD]}
        work={async (typed) => {
          setIsDone(false);
          const body = { ...typed, revoke_api_keys: !keepsKeys };
          await post('/api/users/me/password', { body });
          // With a second factor nobody is signed in without its code.
          const isIn = await signIn(username, typed.new_password).then(
            (tempToken) => !tempToken,
            () => false,
          );
          setIsDone(true);
          onChanged();
          if (!isIn) interrupt();
        }}
        clears
        below={<Check label="Keep my API keys" isOn={keepsKeys} onChange={setKeepsKeys} />}
      >
        {isDone && <Notice tone="good">The password is changed. Your other sessions have ended.</Notice>}
      </FieldForm>
    </Card>
  );
}
