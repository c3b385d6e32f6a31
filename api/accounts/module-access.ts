/** How far a module is open to an account, how it is shown, and when it was used. */
import { array, boolean, object, string } from 'yup';
import type { SubscriptionRecord } from '../../mongo/subscriptions.ts';
import { requireModule } from '../http/access.ts';
import { ACCESS_LEVELS, type Principal } from '../http/principal.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { featuresAt, findModule, MODULES, type Module } from './modules.ts';

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

const accessLevel = () => string().oneOf(ACCESS_LEVELS).required();
const features = () => array(string().required()).required();

export const moduleSchema = object({
  id: string().required(),
  name: string().required(),
  description: string().required(),
  version: string().required(),
  has_access: boolean().required(),
  access_level: accessLevel(),
  features_enabled: features(),
});

export const moduleAccessSchema = object({
  module_id: string().required(),
  has_access: boolean().required(),
  access_level: accessLevel(),
  features_enabled: features(),
});

export const subscriptionSchema = object({
  module_id: string().required(),
  access_level: accessLevel(),
  features_enabled: features(),
  subscribed_at: string().datetime({ precision: 3 }).required(),
  last_accessed: string().datetime({ precision: 3 }).nullable().defined(),
});

/** Records that a user opened a module, for those who may. */
export async function recordAccess(deps: AccountDeps, moduleId: string, caller: Caller) {
  const { id } = findModule(moduleId);
  requireModule(caller.user, { id, level: 'basic' });
  const at = deps.now();
  await deps.audit.together(async (tx) => {
    await deps.subscriptions.markAccessed(caller.user.userId, id, at, tx);
    await deps.audit.record('module_accessed', auditSubject(caller, { module_id: id }), tx);
  });
  return { module_id: id, success: true, last_accessed: at.toISOString() };
}
