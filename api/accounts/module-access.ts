/** Access of an account to the modules: level, view in replies, and time of use. */
import { array, boolean, object, string } from 'yup';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Users } from '../../mongo/users.ts';
import { requireModule } from '../http/access.ts';
import { NotFound } from '../http/errors.ts';
import { ACCESS_LEVELS, type Principal } from '../http/principal.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { moduleLevels } from './account-cache.ts';
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

/**
 * Access of an account to every module. For a module without a grant, `subscribed_at` is the creation of the account.
 */
export async function subscriptionsOf(users: Users, subscriptions: Subscriptions, userId: string) {
  const [account, records] = await Promise.all([users.findById(userId), subscriptions.of(userId)]);
  if (!account) throw new NotFound('User not found');
  const levels = moduleLevels(account.role, records);
  const modules = MODULES.map((module) => {
    const record = records.find(({ module_id }) => module_id === module.id);
    return {
      module_id: module.id,
      access_level: levels[module.id],
      features_enabled: featuresAt(module, levels[module.id]),
      subscribed_at: (record?.subscribed_at ?? account.created_at).toISOString(),
      last_accessed: record?.last_accessed?.toISOString() ?? null,
    };
  });
  return { user_id: userId, modules };
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

const subscriptionSchema = object({
  module_id: string().required(),
  access_level: accessLevel(),
  features_enabled: features(),
  subscribed_at: string().datetime({ precision: 3 }).required(),
  last_accessed: string().datetime({ precision: 3 }).nullable().defined(),
});

export const subscriptionsSchema = object({
  user_id: string().required(),
  modules: array(subscriptionSchema).required(),
});

/** Records that a user opened a module; throws `Forbidden` without access. */
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
