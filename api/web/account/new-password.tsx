/** Where the link of an administrator leads: somebody who forgot the password chooses another. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Notice, useTitle } from '../parts/elements.tsx';
import { FieldForm, NEW_PASSWORD } from '../parts/field-form.tsx';
import { href } from '../parts/router.ts';
import { open } from '../parts/session.ts';

export function NewPassword({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const heading = useTitle('Choose a new password');
  const [isDone, setIsDone] = useState(false);
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
        <FieldForm
          submit="Set the password"
          first={{ new_password: '' }}
          fields={[{ ...NEW_PASSWORD, takesFocus: true }]}
          work={async (typed) => {
            const body = { token: params['token'] ?? '', ...typed };
            await data(open.POST('/api/auth/new-password', { body }));
            setIsDone(true);
          }}
        >
          <p>The link works once. All sessions and API keys of your account end; a second factor stays.</p>
        </FieldForm>
      )}
    </div>
  );
}
