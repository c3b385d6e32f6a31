/** An access token of a new user without a password, which would take time to hash. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../api/deps.ts';

export async function newChatToken({ users, tokens, now }: Pick<Deps, 'users' | 'tokens' | 'now'>) {
  const userId = randomUUID();
  const account = {
    user_id: userId,
    username: userId,
    password_hash: '',
    created_at: now(),
    disabled: false,
  };
  await users.insert({ ...account, role: 'user' });
  return tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, now());
}
