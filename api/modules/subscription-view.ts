/** Modules as an account sees them (pure). */
import type { SubscriptionRecord } from '../../mongo/subscriptions.ts';
import type { Principal } from '../auth/principal.ts';
import { featuresAt, MODULES, type Module } from './catalog.ts';

export const toAccess = (module: Module, { levels }: Pick<Principal, 'levels'>) => ({
  has_access: levels[module.id] !== 'none',
  access_level: levels[module.id],
});

export const toModule = (module: Module, user: Pick<Principal, 'levels'>) => {
  const { features: _, ...about } = module;
  const access = toAccess(module, user);
  return { ...about, ...access, features_enabled: featuresAt(module, access.access_level) };
};

/** An account without a grant of its own has had its access since it was created. */
export function toSubscriptions(
  user: Pick<Principal, 'levels'>,
  createdAt: Date,
  records: readonly SubscriptionRecord[],
) {
  return MODULES.map((module) => {
    const record = records.find(({ module_id }) => module_id === module.id);
    return {
      module_id: module.id,
      access_level: user.levels[module.id],
      features_enabled: featuresAt(module, user.levels[module.id]),
      subscribed_at: (record?.subscribed_at ?? createdAt).toISOString(),
      last_accessed: record?.last_accessed?.toISOString() ?? null,
    };
  });
}
