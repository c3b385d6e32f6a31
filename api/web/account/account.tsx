/** Who one is, how one signs in, what one's programs sign in with, and what is open to one. */
import { useState } from 'preact/hooks';
import { Badge, Card, Page, Time } from '../parts/elements.tsx';
import { me } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { ApiKeys } from './api-keys.tsx';
import { Limits } from './limits.tsx';
import { Modules } from './modules.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const user = useStore(me);
  // A new password may end the keys too.
  const [passwords, setPasswords] = useState(0);
  if (!user) return null;
  return (
    <Page title="Account">
      <Card title="Profile">
        <dl class="facts">
          <dt>Username</dt>
          <dd>{user.username}</dd>
          <dt>Role</dt>
          <dd>{user.role === 'admin' ? <Badge text="administrator" tone="info" /> : 'user'}</dd>
          <dt>Since</dt>
          <dd>
            <Time at={user.created_at} />
          </dd>
          <dt>User id</dt>
          <dd>
            <code>{user.user_id}</code>
          </dd>
        </dl>
      </Card>
      <div class="grid">
        <PasswordForm username={user.username} onChanged={() => setPasswords(passwords + 1)} />
        <SecondFactor />
      </div>
      <Sessions key={`sessions ${passwords}`} />
      <ApiKeys key={`keys ${passwords}`} />
      <Modules />
      <Limits />
    </Page>
  );
}
