/** The access levels of an account: what it was granted, else what its role has (pure). */
import type { SubscriptionRecord } from '../../mongo/subscriptions.ts';
import { ACCESS_LEVELS, MODULE_IDS, type ModuleLevels, ROLE_LEVELS } from '../modules/catalog.ts';
import type { Role } from './principal.ts';

export function moduleLevels(role: Role, granted: readonly SubscriptionRecord[]): ModuleLevels {
  const levels = { ...ROLE_LEVELS[role] };
  for (const { module_id, access_level } of granted) {
    const id = MODULE_IDS.find((known) => known === module_id);
    const level = ACCESS_LEVELS.find((known) => known === access_level);
    if (id && level) levels[id] = level;
  }
  return levels;
}
