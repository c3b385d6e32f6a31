/** Whether an account may use what a route offers. */
import { Forbidden } from '../errors.ts';
import { type AccessLevel, includesLevel, type ModuleId } from '../modules/catalog.ts';
import type { Principal } from './principal.ts';

/** The module that a route belongs to, and the least access level that opens it. */
export interface ModuleAccess {
  readonly id: ModuleId;
  readonly level: Exclude<AccessLevel, 'none'>;
}

/** Throws `Forbidden` when the levels of the user open none of `modules`. */
export function requireAnyModule(user: Pick<Principal, 'levels'>, modules: readonly ModuleAccess[]): void {
  const isOpen = ({ id, level }: ModuleAccess) => includesLevel(user.levels[id], level);
  const [first] = modules;
  if (first && !modules.some(isOpen)) requireModule(user, first);
}

/** Throws `Forbidden` unless the levels of the user reach so far. */
export function requireModule({ levels }: Pick<Principal, 'levels'>, { id, level }: ModuleAccess): void {
  const held = levels[id];
  if (includesLevel(held, level)) return;
  throw new Forbidden(
    held === 'none' ? `No access to module ${id}` : `Module ${id} needs access level ${level}, not ${held}`,
  );
}
