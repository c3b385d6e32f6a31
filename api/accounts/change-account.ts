/**
 * Shapes of accounts in replies, and changes of accounts by administrators. Changes take effect at once. The last
 * administrator cannot be removed.
 */
import { boolean, type InferType, object, string } from 'yup';
import type { Transaction } from '../../mongo/transaction.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { AccessLevel, Role } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { findModule } from './modules.ts';
import { endSessions } from './sessions.ts';

/** An account as its owner sees it. */
export const userSchema = object({
  user_id: string().required(),
  username: string().required(),
  created_at: string().datetime({ precision: 3 }).required(),
  role: string()
    .oneOf(['user', 'admin'] as const)
    .required(),
});

/** An account as administrators see it. */
export const accountSchema = userSchema.shape({ disabled: boolean().required() });
type Account = InferType<typeof accountSchema>;

export const toAccount = ({ user_id, username, created_at, role, disabled }: UserRecord): Account => ({
  user_id,
  username,
  created_at: created_at.toISOString(),
  role,
  disabled,
});

export async function setRole(
  deps: AccountDeps,
  userId: string,
  role: Role,
  caller: Caller,
): Promise<UserRecord> {
  const account = await find(deps, userId);
  if (role !== 'admin') await requireAnotherAdmin(deps, account);
  const give = (newRole: Role) =>
    change(deps, userId, { role: newRole }, caller, (tx) => deps.users.setRole(userId, newRole, tx));
  await give(role);
  await keepOneAdmin(deps, () => give(account.role));
  return find(deps, userId);
}

export async function setDisabled(
  deps: AccountDeps,
  userId: string,
  disabled: boolean,
  caller: Caller,
): Promise<UserRecord> {
  const account = await find(deps, userId);
  if (disabled) await requireAnotherAdmin(deps, account);
  const put = (is: boolean) =>
    change(deps, userId, { disabled: is }, caller, (tx) => deps.users.setDisabled(userId, is, tx));
  await put(disabled);
  await keepOneAdmin(deps, () => put(account.disabled));
  if (disabled) await endSessions(userId, deps);
  return find(deps, userId);
}

export async function grant(
  deps: AccountDeps,
  userId: string,
  moduleId: string,
  access_level: AccessLevel,
  caller: Caller,
): Promise<void> {
  await find(deps, userId);
  const { id } = findModule(moduleId);
  await change(deps, userId, { module_id: id, access_level }, caller, (tx) =>
    deps.subscriptions.grant(userId, id, access_level, deps.now(), tx),
  );
}

async function find({ users }: AccountDeps, userId: string): Promise<UserRecord> {
  const account = await users.findById(userId);
  if (!account) throw new NotFound('User not found');
  return account;
}

async function requireAnotherAdmin({ users }: AccountDeps, { role, disabled }: UserRecord): Promise<void> {
  if (role !== 'admin' || disabled) return;
  if ((await users.countAdmins()) <= 1) throw new Conflict('This is the last administrator');
}

/** Undoes a change that leaves no administrator: two administrators may remove each other at the same moment. */
async function keepOneAdmin({ users }: AccountDeps, takeBack: () => Promise<void>): Promise<void> {
  if ((await users.countAdmins()) > 0) return;
  await takeBack();
  throw new Conflict('This is the last administrator');
}

/**
 * Changes an account together with its audit entry. If the change is undone, the undo is audited as a further change.
 */
async function change(
  { accountCache, audit }: AccountDeps,
  userId: string,
  details: object,
  { user, request }: Caller,
  write: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { ip, userAgent } = request;
  const subject = { userId, details: { ...details, by: user.userId }, ip, userAgent };
  await audit.together(async (tx) => {
    await write(tx);
    await audit.record('subscription_changed', subject, tx);
  });
  accountCache.changed();
}
