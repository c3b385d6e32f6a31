/** Page behind a one-time link: the user sets a new password. */

import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { ButtonLink } from '../parts/button.tsx';
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
          <ButtonLink text="Sign in" href={href('/')} />
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
          <p>The link works once. It ends all your sessions and API keys; a second factor stays.</p>
        </FieldForm>
      )}
    </div>
  );
}
