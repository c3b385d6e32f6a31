/** Records that a user opened a module. */
import { requireModule } from '../auth/require-module.ts';
import type { Deps } from '../deps.ts';
import { findModule } from '../modules/find-module.ts';
import type { Caller } from './caller.ts';

export async function recordAccess(deps: Deps, moduleId: string, { user, request }: Caller) {
  const { id } = findModule(moduleId);
  requireModule(user, { id, level: 'basic' });
  const at = deps.now();
  const { ip, userAgent } = request;
  await deps.audit.together(async (tx) => {
    await deps.subscriptions.markAccessed(user.userId, id, at, tx);
    const subject = { userId: user.userId, details: { module_id: id }, ip, userAgent };
    await deps.audit.record('module_accessed', subject, tx);
  });
  return { module_id: id, success: true, last_accessed: at.toISOString() };
}
