/** An account that an administrator makes; its owner changes the password at the first sign-in. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card } from '../parts/elements.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { api } from '../parts/session.ts';

interface NewUserProps {
  readonly onMade: (user: Reply<'postAuthRegister', 201>) => void;
}

export function NewUser({ onMade }: NewUserProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const make = useAction(async () => {
    const body = { username: username.trim(), password };
    onMade(await data(api.POST('/api/auth/register', { body })));
  });
  return (
    <Card title="New account">
      <Form action={make} submit="Create the account">
        <div class="fields">
          <Field
            label="Username"
            value={username}
            onValue={setUsername}
            autocomplete="off"
            hint="3 to 64 letters, digits, dots, underscores, @ or hyphens."
            error={make.errorOf('username')}
            required
          />
          <Field
            label="First password"
            type="password"
            value={password}
            onValue={setPassword}
            autocomplete="new-password"
            hint="Tell it to its owner, who changes it under Account."
            error={make.errorOf('password')}
            required
          />
        </div>
      </Form>
    </Card>
  );
}
