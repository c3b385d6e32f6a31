/** Creates an account. */
import { randomUUID } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { clientNetwork } from '../http/client-network.ts';
import { Conflict } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { RequestInfo } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { requireGoodPassword } from './password-rules.ts';

interface Account {
  readonly username: string;
  readonly password: string;
}

/**
 * When concurrent requests register the same name, only the first hashes a password; the others are refused because the
 * name is taken.
 */
export function registerUser(account: Account, by: Principal, request: RequestInfo, deps: AccountDeps) {
  requireGoodPassword(account, 'password', deps.settings);
  return deps.registrations.run(account.username.toLowerCase(), () => register(account, by, request, deps));
}

async function register(account: Account, by: Principal, request: RequestInfo, deps: AccountDeps) {
  const { username } = account;
  if (await deps.users.findByUsername(username)) throw nameConflict();
  const network = clientNetwork(request.ip);
  const isLimited = by.role !== 'admin';
  if (isLimited) await deps.limits.register.consume(network);
  const user_id = randomUUID();
  const record: UserRecord = {
    user_id,
    username,
    password_hash: await deps.passwords.hash(account.password),
    role: 'user',
    created_at: deps.now(),
    disabled: false,
  };
  const { ip, userAgent } = request;
  const details = { username, registered_by: by.userId || user_id };
  try {
    await deps.audit.together(async (tx) => {
      if (!(await deps.users.insert(record, tx))) throw nameConflict();
      await deps.audit.record('user_registered', { userId: user_id, details, ip, userAgent }, tx);
    });
  } catch (error) {
    if (isLimited && error instanceof Conflict) await deps.limits.register.refund(network);
    throw error;
  }
  return { user_id, username };
}

const nameConflict = (): Conflict => new Conflict('Username already exists');
