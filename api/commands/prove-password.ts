/** Asks a caller who is signed in for their password: a stolen token must not be enough, nor a way to guess it. */
import type { UserRecord } from '../../mongo/users.ts';
import type { Deps } from '../deps.ts';
import { NotFound, Unauthenticated } from '../errors.ts';
import type { Caller } from './caller.ts';

export type Occasion = 'password change' | 'two-factor setup' | 'API key';

/** The account; throws `Unauthenticated` when the password is wrong, which is audited. */
export async function provePassword(
  password: string,
  during: Occasion,
  { user, request }: Caller,
  deps: Deps,
): Promise<UserRecord> {
  const account = await deps.users.findById(user.userId);
  if (!account) throw new NotFound('User not found');
  const attempts = `${user.username.toLowerCase()}|password`;
  await deps.limits.loginName.consume(attempts);
  if (!(await deps.passwords.verify(password, account.password_hash))) {
    const { ip, userAgent } = request;
    await deps.audit.record('password_refused', { userId: user.userId, details: { during }, ip, userAgent });
    throw new Unauthenticated('Current password is incorrect');
  }
  await deps.limits.loginName.refund(attempts);
  return account;
}
