/**
 * Asks a signed-in caller for their password or second factor again, so that a stolen token neither suffices for
 * sensitive changes nor allows guessing.
 */
import { string } from 'yup';
import type { Audit } from '../../mongo/audit.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { Conflict, NotFound, Unauthenticated, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller, type RequestInfo } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { spendCode } from './two-factor-codes.ts';

/**
 * `WWW-Authenticate` challenge without an error code: the client must not renew its token, since a new one would be
 * refused too.
 */
const TOKEN_HOLDS = 'Bearer';

type Occasion = 'password change' | 'two-factor setup' | 'API key' | 'end of a session';

/** Checks the current password. Returns the account; throws `Unauthenticated` when it is wrong, which is audited. */
export async function provePassword(
  password: string,
  during: Occasion,
  caller: Caller,
  deps: AccountDeps,
): Promise<UserRecord> {
  const { user } = caller;
  const account = await deps.users.findById(user.userId);
  if (!account) throw new NotFound('User not found');
  const attempts = `${user.username.toLowerCase()}|password`;
  await deps.limits.loginName.consume(attempts);
  if (!(await deps.passwords.verify(password, account.password_hash))) {
    await deps.audit.record('password_refused', auditSubject(caller, { during }));
    throw new Unauthenticated('Current password is incorrect', TOKEN_HOLDS);
  }
  await deps.limits.loginName.refund(attempts);
  return account;
}

/** The field `current_password` of a request that requires it only some time after the sign-in. */
export const laterPassword = () =>
  string()
    .max(1024)
    .nullable()
    .optional()
    .meta({ description: 'Required more than 10 minutes after the sign-in' });

/** Checks the current password unless the sign-in was recent, so that a stolen token does not suffice. */
export async function proveFresh(
  password: string | null | undefined,
  during: Occasion,
  caller: Caller,
  deps: AccountDeps,
): Promise<void> {
  if (password) await provePassword(password, during, caller, deps);
  else if (!caller.user.isFresh) {
    const msg = 'Field required: the sign-in was more than 10 minutes ago';
    throw new Unprocessable([{ loc: ['body', 'current_password'], msg, type: 'missing' }]);
  }
}

/** Password and code of the second factor. */
export interface Proof {
  readonly current_password: string;
  readonly code: string;
}

/**
 * Checks password and code. Throws `Unauthenticated` when either is wrong, which is audited, and `Conflict` when no
 * factor is enabled.
 */
export async function proveFactor(
  proof: Proof,
  during: Refusal['during'],
  { user, request }: Caller,
  deps: AccountDeps,
): Promise<void> {
  const { userId } = user;
  const factor = await deps.twoFactor.find(userId);
  if (!factor?.enabled_at) throw new Conflict('Two-factor authentication is not enabled');
  await deps.limits.factorProof.consume(userId);
  const reason = await wrongPart(userId, proof, deps);
  if (reason) return refuseFactor({ userId, during, reason }, request, deps.audit);
  await deps.limits.factorProof.refund(userId);
}

/** Name of the proof that is wrong, `null` if both are right. A wrong password does not consume the code. */
async function wrongPart(userId: string, proof: Proof, deps: AccountDeps): Promise<Refusal['reason'] | null> {
  const account = await deps.users.findById(userId);
  const matches = await deps.passwords.verify(proof.current_password, account?.password_hash);
  if (!matches) return 'Incorrect password';
  return (await spendCode(userId, proof.code, deps)) ? null : 'Invalid code';
}

interface Refusal {
  readonly userId: string;
  readonly during: 'login' | 'enable' | 'disable' | 'recovery codes';
  readonly reason: 'Invalid code' | 'Incorrect password';
}

/** Records a failed second factor in the audit log, and throws the refusal. */
export async function refuseFactor(
  { userId, during, reason }: Refusal,
  { ip, userAgent }: RequestInfo,
  audit: Audit,
): Promise<never> {
  await audit.record('two_factor_failed', { userId, details: { during, reason }, ip, userAgent });
  throw new Unauthenticated(reason, TOKEN_HOLDS);
}
