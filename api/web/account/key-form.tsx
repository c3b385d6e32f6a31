/** A new key: its name, what it may do, and how long. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Choice, Field, Form, useAction } from '../parts/form.tsx';
import { api } from '../parts/session.ts';

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

export function KeyForm({ onMade }: KeyFormProps) {
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
            label="Your password"
            type="password"
            value={password}
            onValue={setPassword}
            autocomplete="current-password"
            hint="You signed in some time ago."
            takesFocus
            required
          />
        )}
      </div>
    </Form>
  );
}
