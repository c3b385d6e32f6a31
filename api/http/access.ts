/** Whether a caller may use a route: second factor, role, API key and module, in this order; or what a link shares. */
import { Forbidden } from './errors.ts';
import {
  includesLevel,
  type ModuleAccess,
  type Principal,
  type Scope,
  SHARED_IDS,
  type Shared,
} from './principal.ts';
import type { RouteShape } from './route.ts';

/** What a route asks for, when it is known whether anybody may register. */
export type Access = 'none' | 'bearer' | 'admin';

/** `params`: of the path, as they came. Throws `Forbidden`. */
export function authorize(route: RouteShape, access: Access, user: Principal, params: unknown): void {
  if (access === 'none') return;
  if (user.shared) requireShared(route, user.shared, params);
  else {
    if (!route.beforeFactor) requireEnrolled(user);
    if (access === 'admin' && user.role !== 'admin') throw new Forbidden('Insufficient permissions');
    requireReach(route, user);
  }
  if (route.module) requireAnyModule(user, [route.module].flat());
}

/** Throws `Forbidden` while the user has yet to set up a second factor; an API key of theirs waits too. */
export function requireEnrolled({ mustEnrol }: Pick<Principal, 'mustEnrol'>): void {
  if (!mustEnrol) return;
  const message = 'Your account must have a second factor: set it up on the page of your account first';
  throw new Forbidden(message, { code: 'SECOND_FACTOR_REQUIRED' });
}

/** Refuses in words that tell nothing of what else there is. */
function requireShared(route: Pick<RouteShape, 'shared'>, { kind, id }: Shared, params: unknown): void {
  const named: unknown = Object(params)[SHARED_IDS[kind]];
  if (route.shared === 'any' || (route.shared === kind && named === id)) return;
  throw new Forbidden(`The link shares one ${kind}, to read, and opens nothing else`);
}

/** A token reaches everything that its user may do; an API key only what it was made for. */
function requireReach({ method, keys, reads }: RouteShape, user: Principal): void {
  if (user.via === 'token') return;
  if (keys === 'refused') throw new Forbidden('API keys cannot be used here');
  requireScope(user, method === 'get' || reads ? 'read' : 'write');
}

/** Throws `Forbidden`. */
export function requireScope({ scopes }: Pick<Principal, 'scopes'>, wanted: Scope): void {
  if (!scopes.includes(wanted)) throw new Forbidden(`The API key has no scope ${wanted}`);
}

/** Throws `Forbidden` when the levels of the user open none of `modules`. */
function requireAnyModule(user: Pick<Principal, 'levels'>, modules: readonly ModuleAccess[]): void {
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
