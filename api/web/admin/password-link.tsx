/** A way back for somebody who forgot the password: a link that is shown once, and works once. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Notice, Time } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { api } from '../parts/session.ts';

export function PasswordLink({ user: { user_id, username } }: { readonly user: Reply<'getUsersByUserId'> }) {
  const [made, setMade] = useState<Reply<'postUsersByUserIdPasswordLink', 201>>();
  return (
    <Card title="Forgotten password">
      {made && (
        <>
          <Notice tone="warning">
            Give this link to {username} in a way that nobody else can read. It works once, until{' '}
            <Time at={made.expires_at} />, and is never shown again.
          </Notice>
          <Secret
            label="One-time link"
            text={new URL(href(`/new-password/${made.token}`), location.href).href}
          />
        </>
      )}
      <ConfirmButton
        text="Make a link"
        question={`Make a link for a new password of ${username}?`}
        work={async () => {
          const params = { path: { user_id } };
          setMade(await data(api.POST('/api/users/{user_id}/password-link', { params })));
        }}
      >
        Whoever has the link can choose the password within an hour; a link from before ends. Make sure that
        it is {username} who asks. Sessions and keys end once it is used; a second factor stays.
      </ConfirmButton>
    </Card>
  );
}
