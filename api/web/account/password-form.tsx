/** A new password. It ends every other session, and this one when it is renewed: so it is used at once. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Card, Notice } from '../parts/elements.tsx';
import { Check, Field, Form, useAction } from '../parts/form.tsx';
import { api, interrupt, signIn } from '../parts/session.ts';

interface PasswordFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

export function PasswordForm({ username, onChanged }: PasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [keepsKeys, setKeepsKeys] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const change = useAction(async () => {
    setIsDone(false);
    const body = { current_password: current, new_password: next, revoke_api_keys: !keepsKeys };
    await data(api.POST('/api/users/me/password', { body }));
    // With a second factor nobody is signed in without its code.
    const isIn = await signIn(username, next).then(
      (tempToken) => !tempToken,
      () => false,
    );
    setIsDone(true);
    setCurrent('');
    setNext('');
    onChanged();
    if (!isIn) interrupt();
  });
  return (
    <Card title="Change of password">
      <Form action={change} submit="Change the password">
        {isDone && <Notice tone="good">The password is changed. Your other sessions have ended.</Notice>}
        <Field
          label="Current password"
          type="password"
          value={current}
          onValue={setCurrent}
          autocomplete="current-password"
          error={change.errorOf('current_password')}
          required
        />
        <Field
          label="New password"
          type="password"
          value={next}
          onValue={setNext}
          autocomplete="new-password"
          hint="A sentence is easy to remember and hard to guess."
          error={change.errorOf('new_password')}
          required
        />
        <Check label="My API keys stay valid" isOn={keepsKeys} onChange={setKeepsKeys} />
      </Form>
    </Card>
  );
}
