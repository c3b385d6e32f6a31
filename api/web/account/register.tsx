/** A new account, where the service lets everybody make one. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { useTitle } from '../parts/elements.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { open, signIn } from '../parts/session.ts';

interface RegisterProps {
  readonly minLength: number;
  readonly onBack: () => void;
}

export function Register({ minLength, onBack }: RegisterProps) {
  const heading = useTitle('Create an account');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const register = useAction(async () => {
    const body = { username: username.trim(), password };
    await data(open.POST('/api/auth/register', { body }));
    await signIn(body.username, password);
  });
  return (
    <div class="card sign-in">
      <h1 ref={heading} tabIndex={-1}>
        Create an account
      </h1>
      <Form action={register} submit="Create the account" onBack={onBack}>
        <Field
          label="Username"
          value={username}
          onValue={setUsername}
          autocomplete="username"
          hint="3 to 64 letters, digits, dots, underscores, @ or hyphens."
          error={register.errorOf('username')}
          takesFocus
          required
        />
        <Field
          label="Password"
          type="password"
          value={password}
          onValue={setPassword}
          autocomplete="new-password"
          hint={`At least ${minLength} characters; a short one must be mixed.`}
          error={register.errorOf('password')}
          required
        />
      </Form>
    </div>
  );
}
