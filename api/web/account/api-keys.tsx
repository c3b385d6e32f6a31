/** Creates, lists and revokes API keys. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Notice, Time } from '../parts/elements.tsx';
import { PASSWORD } from '../parts/field-form.tsx';
import { Choice, Field, Form, useAction } from '../parts/form.tsx';
import { List, wholeList } from '../parts/list.tsx';
import { Secret } from '../parts/secret.tsx';
import { get, post, remove } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

type Key = Reply<'getUsersMeApiKeys'>['api_keys'][number];

export function ApiKeys() {
  const keys = useLoad(async () => wholeList((await get('/api/users/me/api-keys')).api_keys), []);
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
          <Button text="I have kept it" onClick={() => setMade(undefined)} />
        </>
      )}
      <List
        load={keys}
        empty="No keys. Make one per program, so that you can revoke each separately."
        caption="Your API keys"
        keyOf={({ key_id }) => key_id}
        columns={columnsOf(keys.reload)}
      />
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

const columnsOf = (onChange: () => void): readonly Column<Key>[] => [
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
          await remove('/api/users/me/api-keys/{key_id}', { params: { path: { key_id } } });
          onChange();
        }}
      >
        Programs that use it will be refused. This cannot be undone.
      </ConfirmButton>
    ),
  },
];

const DAY_MS = 24 * 3_600_000;
const LIFETIMES = [
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['', 'never'],
] as const;
const SCOPES = [
  ['write', 'read and change'],
  ['read', 'read only'],
] as const;
function KeyForm({ onMade }: { readonly onMade: (key: Reply<'postUsersMeApiKeys', 201>) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<(typeof SCOPES)[number][0]>('write');
  const [days, setDays] = useState<(typeof LIFETIMES)[number][0]>('90');
  const [password, setPassword] = useState('');
  const make = useAction(async () => {
    const body = {
      name: name.trim(),
      scopes: scope === 'read' ? (['read'] as const) : (['read', 'write'] as const),
      expires_at: days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null,
      ...(password && { current_password: password }),
    };
    onMade(await post('/api/users/me/api-keys', { body: { ...body, scopes: [...body.scopes] } }));
    setName('');
    setPassword('');
  });
  // True if the server asks for the password again, which it does some minutes after the sign-in.
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
