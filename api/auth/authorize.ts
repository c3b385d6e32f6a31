/** Whether a caller may use a route: role, API key and module, in this order. A refusal leaves a trace. */
import type { Deps } from '../deps.ts';
import { Forbidden } from '../errors.ts';
import type { AnyRoute } from '../route.ts';
import type { Principal } from './principal.ts';
import { requireModule } from './require-module.ts';

export async function authorize(
  route: AnyRoute,
  access: 'none' | 'bearer' | 'admin',
  user: Principal,
  { audit }: Pick<Deps, 'audit'>,
): Promise<void> {
  if (access === 'none') return;
  try {
    if (access === 'admin' && user.role !== 'admin') throw new Forbidden('Insufficient permissions');
    requireReach(route, user);
    if (route.module) requireModule(user, route.module);
  } catch (error) {
    const { method, path } = route;
    if (error instanceof Forbidden) {
      await audit.record('access_denied', { userId: user.userId, details: { method, route: path } });
    }
    throw error;
  }
}

/** A token reaches everything that its user may do; an API key only what it was made for. */
function requireReach({ method, keys }: AnyRoute, { via, scopes }: Principal): void {
  if (via === 'token') return;
  if (keys === 'refused') throw new Forbidden('API keys cannot be used here');
  const wanted = method === 'get' ? 'read' : 'write';
  if (!scopes.includes(wanted)) throw new Forbidden(`The API key has no scope ${wanted}`);
}
