/** Who sends a request, by the credentials in its headers. */
import { Unauthenticated } from '../errors.ts';
import type { RequestContext } from '../state.ts';
import { ANONYMOUS } from './anonymous.ts';
import type { Authenticate } from './authenticate.ts';
import type { Principal } from './principal.ts';

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
