/**
 * Authorization of a caller for a route. Checks second factor, role, API key and module, in this order; for a guest,
 * the scope of the shared link instead.
 */
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

/** Access that a route requires after the setting for public registration has been applied. */
export type Access = 'none' | 'bearer' | 'admin';

/** Authorizes a request. `params`: path parameters, not yet validated. Throws `Forbidden`. */
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

/** Throws `Forbidden` while a required second factor is not set up; this applies to the user's API keys too. */
export function requireEnrolled({ mustEnrol }: Pick<Principal, 'mustEnrol'>): void {
  if (!mustEnrol) return;
  const message = 'Your account must have a second factor: set it up on the page of your account first';
  throw new Forbidden(message, { code: 'SECOND_FACTOR_REQUIRED' });
}

/** Refuses a guest everything except the shared item; the refusal reveals nothing about other items. */
function requireShared(route: Pick<RouteShape, 'shared'>, { kind, id }: Shared, params: unknown): void {
  const pathId: unknown = Object(params)[SHARED_IDS[kind]];
  if (route.shared === 'any' || (route.shared === kind && pathId === id)) return;
  throw new Forbidden(`The link shares one ${kind}, to read, and opens nothing else`);
}

/**
 * Checks the reach of the credentials: a token opens every route open to its user, an API key only the routes of its
 * scopes.
 */
function requireReach({ method, keys, reads }: RouteShape, user: Principal): void {
  if (user.via === 'token') return;
  if (keys === 'refused') throw new Forbidden('API keys cannot be used here');
  requireScope(user, method === 'get' || reads ? 'read' : 'write');
}

/** Throws `Forbidden` unless the credentials have the scope. */
export function requireScope({ scopes }: Pick<Principal, 'scopes'>, scope: Scope): void {
  if (!scopes.includes(scope)) throw new Forbidden(`The API key has no scope ${scope}`);
}

/** Throws `Forbidden` when the levels of the user open none of `modules`. */
function requireAnyModule(user: Pick<Principal, 'levels'>, modules: readonly ModuleAccess[]): void {
  const isOpen = ({ id, level }: ModuleAccess) => includesLevel(user.levels[id], level);
  const [first] = modules;
  if (first && !modules.some(isOpen)) requireModule(user, first);
}

/** Throws `Forbidden` unless the user has the access level that the module requires. */
export function requireModule({ levels }: Pick<Principal, 'levels'>, { id, level }: ModuleAccess): void {
  const userLevel = levels[id];
  if (includesLevel(userLevel, level)) return;
  throw new Forbidden(
    userLevel === 'none'
      ? `No access to module ${id}`
      : `Module ${id} needs access level ${level}, not ${userLevel}`,
  );
}
