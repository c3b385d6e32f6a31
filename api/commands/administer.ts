/** What an administrator changes of an account: it counts at once, and the last administrator stays one. */
import type { UserRecord } from '../../mongo/users.ts';
import type { Role } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { AccessLevel } from '../modules/catalog.ts';
import { findModule } from '../modules/find-module.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './end-sessions.ts';

export async function setRole(deps: Deps, userId: string, role: Role, caller: Caller): Promise<UserRecord> {
  const account = await find(deps, userId);
  if (role !== 'admin') await requireAnotherAdmin(deps, account);
  await deps.users.setRole(userId, role);
  await keepOneAdmin(deps, () => deps.users.setRole(userId, account.role));
  await changed(deps, userId, { role }, caller);
  return find(deps, userId);
}

export async function setDisabled(
  deps: Deps,
  userId: string,
  disabled: boolean,
  caller: Caller,
): Promise<UserRecord> {
  const account = await find(deps, userId);
  if (disabled) await requireAnotherAdmin(deps, account);
  await deps.users.setDisabled(userId, disabled);
  await keepOneAdmin(deps, () => deps.users.setDisabled(userId, account.disabled));
  if (disabled) await endSessions(userId, deps);
  await changed(deps, userId, { disabled }, caller);
  return find(deps, userId);
}

export async function grant(
  deps: Deps,
  userId: string,
  moduleId: string,
  access_level: AccessLevel,
  caller: Caller,
): Promise<void> {
  await find(deps, userId);
  const { id } = findModule(moduleId);
  await deps.subscriptions.grant(userId, id, access_level, deps.now());
  await changed(deps, userId, { module_id: id, access_level }, caller);
}

async function find({ users }: Deps, userId: string): Promise<UserRecord> {
  const account = await users.findById(userId);
  if (!account) throw new NotFound('User not found');
  return account;
}

async function requireAnotherAdmin({ users }: Deps, { role, disabled }: UserRecord): Promise<void> {
  if (role !== 'admin' || disabled) return;
  if ((await users.countAdmins()) <= 1) throw new Conflict('This is the last administrator');
}

/** Two administrators may end each other at the same moment: whoever finds none left takes their change back. */
async function keepOneAdmin({ users }: Deps, takeBack: () => Promise<void>): Promise<void> {
  if ((await users.countAdmins()) > 0) return;
  await takeBack();
  throw new Conflict('This is the last administrator');
}

async function changed(
  { standings, audit }: Deps,
  userId: string,
  change: object,
  { user, request }: Caller,
): Promise<void> {
  standings.changed();
  const { ip, userAgent } = request;
  await audit.record('subscription_changed', {
    userId,
    details: { ...change, by: user.userId },
    ip,
    userAgent,
  });
}
