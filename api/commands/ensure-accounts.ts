/** Creates the accounts that must exist before anyone can register: the first administrator. */
import { randomBytes, randomUUID } from 'node:crypto';
import { BYPASS_USER } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';

type Needs = Pick<Deps, 'settings' | 'users' | 'passwords' | 'audit' | 'now'>;

export async function ensureAccounts(deps: Needs): Promise<void> {
  const { ADMIN_USERNAME, ADMIN_PASSWORD, AUTH_BYPASS_ENABLED } = deps.settings;
  if (ADMIN_USERNAME !== undefined && ADMIN_PASSWORD !== undefined) {
    await ensureAdmin(randomUUID(), ADMIN_USERNAME, ADMIN_PASSWORD, deps);
  }
  if (AUTH_BYPASS_ENABLED) {
    await ensureAdmin(BYPASS_USER.userId, BYPASS_USER.username, randomBytes(32).toString('hex'), deps);
  }
}

async function ensureAdmin(user_id: string, username: string, password: string, deps: Needs): Promise<void> {
  if (await deps.users.findByUsername(username)) return;
  const isNew = await deps.users.insert({
    user_id,
    username,
    password_hash: await deps.passwords.hash(password),
    role: 'admin',
    created_at: deps.now(),
    disabled: false,
  });
  if (isNew)
    await deps.audit.record('user_registered', {
      userId: user_id,
      details: { username, registered_by: 'start' },
    });
}
