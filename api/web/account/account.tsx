/** The account of the user: profile, password, second factor, sessions, API keys, webhooks and shared links. */
import { useState } from 'preact/hooks';
import { ButtonLink } from '../parts/button.tsx';
import { Badge, Card, Facts, Notice, Page, Time } from '../parts/elements.tsx';
import { FieldForm, NEW_PASSWORD, PASSWORD } from '../parts/field-form.tsx';
import { Check } from '../parts/form.tsx';
import { href } from '../parts/router.ts';
import { interrupt, me, post, signIn } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { ShareLinks } from '../shares/share-table.tsx';
import { ApiKeys } from './api-keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Webhooks } from './webhooks.tsx';

export function Account() {
  const user = useStore(me);
  // Number of password changes. A change may revoke API keys and ends sessions, so that their lists are loaded again.
  const [passwords, setPasswords] = useState(0);
  if (!user) return null;
  return (
    <Page title="Account" actions={<ButtonLink text="Schedules" href={href('/schedules')} />}>
      <Card title="Profile">
        <Facts
          of={{
            Username: user.username,
            Role: user.role === 'admin' ? <Badge text="administrator" tone="info" /> : 'user',
            Since: <Time at={user.created_at} />,
            'User id': <code>{user.user_id}</code>,
          }}
        />
      </Card>
      <div class="grid">
        <PasswordForm username={user.username} onChanged={() => setPasswords(passwords + 1)} />
        <SecondFactor />
      </div>
      <Sessions key={`sessions ${passwords}`} />
      <ApiKeys key={`keys ${passwords}`} />
      <Webhooks />
      <ShareLinks />
    </Page>
  );
}

interface PasswordFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

/** Form for a new password. The new password ends all sessions, so the form signs in again with it. */
function PasswordForm({ username, onChanged }: PasswordFormProps) {
  const [keepsKeys, setKeepsKeys] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <Card title="Change password">
      <FieldForm
        submit="Change the password"
        first={{ current_password: '', new_password: '' }}
        fields={[{ ...PASSWORD, label: 'Current password' }, NEW_PASSWORD]}
        work={async (typed) => {
          setIsDone(false);
          const body = { ...typed, revoke_api_keys: !keepsKeys };
          await post('/api/users/me/password', { body });
          // An account with a second factor also needs a code to sign in.
          const isIn = await signIn(username, typed.new_password).then(
            (tempToken) => !tempToken,
            () => false,
          );
          setIsDone(true);
          onChanged();
          if (!isIn) interrupt();
        }}
        clears
        below={<Check label="Keep my API keys" isOn={keepsKeys} onChange={setKeepsKeys} />}
      >
        {isDone && <Notice tone="good">Password changed. Your other sessions have ended.</Notice>}
      </FieldForm>
    </Card>
  );
}
