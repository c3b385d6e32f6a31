/** Keys for programs: made, listed and revoked. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Empty, Loaded, Notice, Time } from '../parts/elements.tsx';
import { PASSWORD } from '../parts/field-form.tsx';
import { Choice, Field, Form, useAction } from '../parts/form.tsx';
import { Secret } from '../parts/secret.tsx';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

type Key = Reply<'getUsersMeApiKeys'>['api_keys'][number];

export function ApiKeys() {
  const keys = useLoad(() => data(api.GET('/api/users/me/api-keys')), []);
  const [made, setMade] = useState<Reply<'postUsersMeApiKeys', 201>>();
  return (
    <Card title="API keys">
      <p>
        Programs and notebooks sign in with a key, sent as the header <code>X-API-Key</code>; the command line
        reads it from <code>GRID_API_KEY</code>.
      </p>
      {made && (
        <>
          <Notice tone="warning">Copy the key “{made.name}” now: it is never shown again.</Notice>
          <Secret label="Your new key" text={made.api_key} />
          <button type="button" onClick={() => setMade(undefined)}>
            I have kept it
          </button>
        </>
      )}
      <Loaded load={keys}>
        {({ api_keys }) =>
          api_keys.length > 0 ? (
            <KeyTable keys={api_keys} onChange={keys.reload} />
          ) : (
            <Empty>You have no keys. Make one below for each program, so that you can revoke it alone.</Empty>
          )
        }
      </Loaded>
      <h3>Make a key</h3>
      <KeyForm
        onMade={(key) => {
          setMade(key);
          keys.reload();
        }}
      />
    </Card>
  );
}

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onChange: () => void;
}

const KeyTable = ({ keys, onChange }: KeyTableProps) => (
  <Table
    caption="Your API keys"
    rows={keys}
    keyOf={({ key_id }) => key_id}
    columns={[
      { head: 'Name', cell: ({ name }) => name },
      { head: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
      { head: 'May', cell: ({ scopes }) => scopes.join(' and ') },
      { head: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
      {
        head: 'Expires',
        cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : 'never'),
      },
      {
        head: 'Last used',
        cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'never'),
      },
      {
        head: 'Action',
        cell: ({ key_id, name }) => (
          <ConfirmButton
            text="Revoke"
            label={`Revoke ${name}`}
            question={`Revoke the key “${name}”?`}
            work={async () => {
              await data(api.DELETE('/api/users/me/api-keys/{key_id}', { params: { path: { key_id } } }));
              onChange();
            }}
          >
            Programs that use it are refused from now on. This cannot be taken back.
          </ConfirmButton>
        ),
      },
    ]}
  />
);

const DAY_MS = 24 * 3_600_000;
const LIFETIMES = [
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['', 'never'],
] as const;
type Lifetime = (typeof LIFETIMES)[number][0];

const SCOPES = [
  ['write', 'read and change'],
  ['read', 'read only'],
] as const;
type Scope = (typeof SCOPES)[number][0];

interface KeyFormProps {
  readonly onMade: (key: Reply<'postUsersMeApiKeys', 201>) => void;
}

function KeyForm({ onMade }: KeyFormProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('write');
  const [days, setDays] = useState<Lifetime>('90');
  const [password, setPassword] = useState('');
  const make = useAction(async () => {
    const body = {
      name: name.trim(),
      scopes: scope === 'read' ? (['read'] as const) : (['read', 'write'] as const),
      expires_at: days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null,
      ...(password && { current_password: password }),
    };
    onMade(await data(api.POST('/api/users/me/api-keys', { body: { ...body, scopes: [...body.scopes] } })));
    setName('');
    setPassword('');
  });
  // Some minutes after the sign-in the server wants to know that it is still you.
  const needsPassword = make.errorOf('current_password') !== undefined || password !== '';
  return (
    <Form action={make} submit="Make the key">
      <div class="fields">
        <Field
          label="Name"
          value={name}
          onValue={setName}
          hint="What it is for, such as nightly runs."
          error={make.errorOf('name')}
          required
        />
        <Choice label="It may" value={scope} options={SCOPES} onValue={setScope} />
        <Choice label="It expires" value={days} options={LIFETIMES} onValue={setDays} />
        {needsPassword && (
          <Field
            {...PASSWORD}
            value={password}
            onValue={setPassword}
            hint="You signed in some time ago."
            takesFocus
          />
        )}
      </div>
    </Form>
  );
}
