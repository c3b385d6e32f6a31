/** One account: role, state and access to modules. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Badge, Card, Facts, Loaded, Notice, Page, ProblemNotice, Time } from '../parts/elements.tsx';
import { Choice, useAction } from '../parts/form.tsx';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { get, me, post, put, remove } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { AdminTabs } from './admin-tabs.tsx';

type Account = Reply<'getUsersByUserId'>;

export function User({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const path = { user_id: id };
  const account = useLoad((signal) => get('/api/users/{user_id}', { params: { path }, signal }), [id]);
  return (
    <Page title={account.data?.username ?? 'Account'}>
      <AdminTabs />
      <Loaded load={account}>
        {(user) => (
          <>
            <Profile user={user} />
            <Changes user={user} onChange={account.reload} />
            {id !== me.get()?.user_id && !user.disabled && <PasswordLink user={user} />}
            <ModuleAccess userId={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Profile = ({ user }: { readonly user: Account }) => (
  <Card title="Profile">
    <Facts
      of={{
        Role: user.role === 'admin' ? 'administrator' : 'user',
        State: (
          <Badge text={user.disabled ? 'disabled' : 'active'} tone={user.disabled ? 'warning' : 'good'} />
        ),
        Since: <Time at={user.created_at} />,
        'User id': <code>{user.user_id}</code>,
      }}
    />
    <p>
      <a href={href('/admin/audit', { user: user.user_id })}>Activity in the audit log</a>
    </p>
  </Card>
);

interface ChangesProps {
  readonly user: Account;
  readonly onChange: () => void;
}

function Changes({ user: { user_id, username, role, disabled }, onChange }: ChangesProps) {
  const params = { path: { user_id } };
  const other = role === 'admin' ? 'user' : 'admin';
  const changed = async (reply: Promise<unknown>): Promise<void> => {
    await reply;
    onChange();
  };
  return (
    <Card title="Changes">
      <div class="buttons">
        <ConfirmButton
          text={other === 'admin' ? 'Make an administrator' : 'Make a plain user'}
          question={
            other === 'admin' ? `Make ${username} an administrator?` : `Make ${username} a plain user?`
          }
          work={() => changed(put('/api/users/{user_id}/role', { params, body: { role: other } }))}
        >
          {other === 'admin'
            ? 'Administrators see and change everything, including other accounts.'
            : 'They keep their jobs and scenarios, but no longer see those of others.'}
        </ConfirmButton>
        <ConfirmButton
          text={disabled ? 'Enable' : 'Disable'}
          question={disabled ? `Enable ${username} again?` : `Disable ${username}?`}
          work={() =>
            changed(put('/api/users/{user_id}/disabled', { params, body: { disabled: !disabled } }))
          }
        >
          {disabled
            ? 'They can sign in again.'
            : 'All their sessions and keys end at once; submitted jobs continue.'}
        </ConfirmButton>
        {user_id !== me.get()?.user_id && (
          <ConfirmButton
            text="Reset second factor"
            question={`Reset the second factor of ${username}?`}
            work={() => changed(remove('/api/users/{user_id}/2fa', { params }))}
          >
            For a lost phone: their sessions end, and they sign in with the password alone. Make sure that the
            request is theirs.
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}

function PasswordLink({ user: { user_id, username } }: { readonly user: Reply<'getUsersByUserId'> }) {
  const [made, setMade] = useState<Reply<'postUsersByUserIdPasswordLink', 201>>();
  return (
    <Card title="Forgotten password">
      {made && (
        <>
          <Notice tone="warning">
            Give this link to {username} privately. It works once, until <Time at={made.expires_at} />, and is
            never shown again.
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
          setMade(await post('/api/users/{user_id}/password-link', { params }));
        }}
      >
        Anyone with the link can set the password within an hour; an earlier link ends. Make sure that the
        request is from {username}. Using it ends all sessions and keys; a second factor stays.
      </ConfirmButton>
    </Card>
  );
}

type Subscription = Reply<'getUsersByUserIdSubscriptions'>['modules'][number];
const LEVELS: readonly (readonly [Subscription['access_level'], string])[] = [
  ['none', 'closed'],
  ['basic', 'basic'],
  ['standard', 'standard'],
  ['premium', 'premium'],
];

function ModuleAccess({ userId }: { readonly userId: string }) {
  const load = useLoad(async () => {
    const params = { path: { user_id: userId } };
    const [{ modules }, access] = await Promise.all([
      get('/api/modules'),
      get('/api/users/{user_id}/subscriptions', { params }),
    ]);
    return { modules, subscriptions: access.modules };
  }, [userId]);
  return (
    <Card title="Modules">
      <Loaded load={load}>
        {({ modules, subscriptions }) => (
          <div class="fields">
            {subscriptions.map((subscription) => (
              <Access
                key={subscription.module_id}
                userId={userId}
                subscription={subscription}
                module={modules.find(({ id }) => id === subscription.module_id)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface AccessProps {
  readonly userId: string;
  readonly subscription: Subscription;
  readonly module: Reply<'getModules'>['modules'][number] | undefined;
}

function Access({ userId, subscription: { module_id, access_level }, module }: AccessProps) {
  const [level, setLevel] = useState(access_level);
  const [saved, setSaved] = useState(access_level);
  const grant = useAction(async () => {
    const params = { path: { user_id: userId, module_id } };
    const body = { access_level: level };
    await put('/api/users/{user_id}/subscriptions/{module_id}', { params, body });
    setSaved(level);
  });
  return (
    <div>
      <Choice label={module?.name ?? module_id} value={level} options={LEVELS} onValue={setLevel} />
      <button
        type="button"
        aria-label={`Save the access to ${module?.name ?? module_id}`}
        aria-disabled={grant.isBusy || level === saved}
        onClick={() => level !== saved && grant.run()}
      >
        Save
      </button>{' '}
      <span role="status">{saved !== access_level && saved === level && 'Saved'}</span>
      {grant.problem && <ProblemNotice problem={grant.problem} />}
    </div>
  );
}
