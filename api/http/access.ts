/** Whether a caller may use a route: role, API key and module, in this order. */

import type { Authenticate } from '../accounts/authenticate.ts';
import { type AccessLevel, includesLevel, type ModuleId } from '../accounts/modules.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import type { RequestContext } from './request.ts';
import type { AnyRoute } from './route.ts';

/** Throws `Forbidden`. */
export function authorize(route: AnyRoute, access: 'none' | 'bearer' | 'admin', user: Principal): void {
  if (access === 'none') return;
  if (access === 'admin' && user.role !== 'admin') throw new Forbidden('Insufficient permissions');
  requireReach(route, user);
  if (route.module) requireAnyModule(user, [route.module].flat());
}

/** A token reaches everything that its user may do; an API key only what it was made for. */
function requireReach({ method, keys }: AnyRoute, { via, scopes }: Principal): void {
  if (via === 'token') return;
  if (keys === 'refused') throw new Forbidden('API keys cannot be used here');
  const wanted = method === 'get' ? 'read' : 'write';
  if (!scopes.includes(wanted)) throw new Forbidden(`The API key has no scope ${wanted}`);
}

/** Whether an account may use what a route offers. */

/** The module that a route belongs to, and the least access level that opens it. */
export interface ModuleAccess {
  readonly id: ModuleId;
  readonly level: Exclude<AccessLevel, 'none'>;
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

/** Who sends a request, by the credentials in its headers. */

/**
 * `required`: somebody, or 401; `welcome`: an open route that still learns who asks when it is told;
 * `ignored`: nobody, whatever the headers say.
 */
export type Identity = 'required' | 'welcome' | 'ignored';

export async function identify(
  ctx: RequestContext,
  identity: Identity,
  authenticate: Authenticate,
): Promise<Principal> {
  const credentials = {
    authorization: ctx.get('Authorization'),
    apiKey: ctx.get('X-API-Key'),
    isRead: ctx.method === 'GET',
  };
  if (identity === 'required') return authenticate(credentials);
  if (identity === 'ignored' || !(credentials.authorization || credentials.apiKey)) return ANONYMOUS;
  try {
    return await authenticate(credentials);
  } catch (error) {
    if (error instanceof Unauthenticated) return ANONYMOUS;
    throw error;
  }
}
