/** Accounts and tokens for tests. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../api/deps.ts';
import type { Role } from '../../../api/http/principal.ts';
import type { UserRecord } from '../../../mongo/users.ts';

export const PASSWORD = 'Blue-Turbine-42';

export async function addUser(
  deps: Deps,
  username: string,
  over: Partial<UserRecord> = {},
): Promise<UserRecord> {
  const user: UserRecord = {
    user_id: randomUUID(),
    username,
    password_hash: await deps.passwords.hash(PASSWORD),
    role: 'user',
    created_at: new Date(),
    disabled: false,
    ...over,
  };
  await deps.users.insert(user);
  return user;
}

/** Access token of a new user with a role. */
export async function tokenOf(deps: Deps, role: Role = 'user'): Promise<string> {
  const { user_id: userId } = await addUser(deps, `u-${randomUUID()}`, { role });
  return deps.tokens.sign({ userId, sessionId: randomUUID(), role, signedInAt: deps.now() }, deps.now());
}

/** Adds a user and signs in. */
export async function addSignedIn(
  deps: Deps,
  username: string,
  over: Partial<UserRecord> = {},
): Promise<{ readonly userId: string; readonly token: string }> {
  const { user_id: userId, role } = await addUser(deps, username, over);
  return { userId, token: await deps.tokens.sign({ userId, sessionId: randomUUID(), role }, deps.now()) };
}
