/** Whether a caller may use a route: role, API key and module, in this order. */
import { Forbidden } from '../errors.ts';
import type { AnyRoute } from '../route.ts';
import type { Principal } from './principal.ts';
import { requireAnyModule } from './require-module.ts';

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
