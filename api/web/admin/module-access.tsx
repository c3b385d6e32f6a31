/** How far each module is open to an account. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card, Loaded, ProblemNotice } from '../parts/elements.tsx';
import { Choice, useAction } from '../parts/form.tsx';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

type Subscription = Reply<'getUsersByUserIdSubscriptions'>['modules'][number];
type Level = Subscription['access_level'];
type Module = Reply<'getModules'>['modules'][number];

const LEVELS: readonly (readonly [Level, string])[] = [
  ['none', 'closed'],
  ['basic', 'basic'],
  ['standard', 'standard'],
  ['premium', 'premium'],
];

export function ModuleAccess({ userId }: { readonly userId: string }) {
  const load = useLoad(async () => {
    const params = { path: { user_id: userId } };
    const [{ modules }, held] = await Promise.all([
      data(api.GET('/api/modules')),
      data(api.GET('/api/users/{user_id}/subscriptions', { params })),
    ]);
    return { modules, subscriptions: held.modules };
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
  readonly module: Module | undefined;
}

function Access({ userId, subscription: { module_id, access_level }, module }: AccessProps) {
  const [level, setLevel] = useState(access_level);
  const [saved, setSaved] = useState(access_level);
  const grant = useAction(async () => {
    const params = { path: { user_id: userId, module_id } };
    const body = { access_level: level };
    await data(api.PUT('/api/users/{user_id}/subscriptions/{module_id}', { params, body }));
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
