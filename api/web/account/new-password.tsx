/** Where the link of an administrator leads: somebody who forgot the password chooses another. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Notice, useTitle } from '../parts/elements.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { href } from '../parts/router.ts';
import { open } from '../parts/session.ts';

export function NewPassword({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const heading = useTitle('Choose a new password');
  const [password, setPassword] = useState('');
  const [isDone, setIsDone] = useState(false);
  const choose = useAction(async () => {
    const body = { token: params['token'] ?? '', new_password: password };
    await data(open.POST('/api/auth/new-password', { body }));
    setIsDone(true);
  });
  return (
    <div class="card sign-in">
      <h1 ref={heading} tabIndex={-1}>
        Choose a new password
      </h1>
      {isDone ? (
        <>
          <Notice tone="good">The new password is set. Your sessions and API keys have ended.</Notice>
          <a class="button" href={href('/')}>
            Go on to sign in
          </a>
        </>
      ) : (
        <Form action={choose} submit="Set the password">
          <p>The link works once. All sessions and API keys of your account end; a second factor stays.</p>
          <Field
            label="New password"
            type="password"
            value={password}
            onValue={setPassword}
            autocomplete="new-password"
            hint="A sentence is easy to remember and hard to guess."
            error={choose.errorOf('new_password')}
            takesFocus
            required
          />
        </Form>
      )}
    </div>
  );
}
