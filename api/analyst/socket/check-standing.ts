/** Checks whether the owner of a token may use the chat now; repeated while a socket is open. */
import type { Subscriptions } from '../../../mongo/subscriptions.ts';
import { API_KEY_PREFIX } from '../../accounts/api-key-format.ts';
import { type CredentialDeps, createAuthenticate } from '../../accounts/authenticate.ts';
import { createDenials, type Denials } from '../../accounts/gate.ts';
import { requireEnrolled, requireModule } from '../../http/access.ts';
import type { KitDeps } from '../../http/deps.ts';
import { Forbidden, Unauthenticated } from '../../http/errors.ts';
import type { ModuleAccess, Principal } from '../../http/principal.ts';
import { CLOSE, type Close } from './messages.ts';

export interface SocketDeps
  extends CredentialDeps,
    Pick<KitDeps, 'limits' | 'audit' | 'log' | 'metrics' | 'now' | 'stopping'> {
  readonly subscriptions: Subscriptions;
  readonly settings: CredentialDeps['settings'] & {
    readonly CORS_ORIGINS: string;
    readonly TRUST_PROXY: number;
  };
}

export const CHAT_MODULE: ModuleAccess = { id: 'analyst', level: 'basic' };
export const CHAT_ROUTE = '/ws/ai/chat';

export type Standing =
  | { readonly user: Principal }
  | { readonly user: null; readonly close: Close; readonly error?: Forbidden };

/**
 * Checks a token. A handshake consumes one request of the user's general quota, whatever the outcome. The result of a
 * check at a beat may be slightly outdated.
 */
export type CheckStanding = (token: string, at: 'handshake' | 'message' | 'beat') => Promise<Standing>;

const NOBODY: Standing = { user: null, close: CLOSE.unauthenticated };

export function createCheckStanding(deps: SocketDeps): CheckStanding {
  const authenticate = createAuthenticate(deps);
  const denials = createDenials(deps.audit, deps.log);
  return async (token, at) => {
    // API keys are refused: proxies would log a key in the URL of a socket.
    if (!token || token.startsWith(API_KEY_PREFIX)) return NOBODY;
    try {
      const user = await authenticate({
        authorization: `Bearer ${token}`,
        apiKey: '',
        isRead: at === 'beat',
      });
      if (at === 'handshake') await deps.limits.general.consume(user.userId);
      return await withModule(user, denials);
    } catch (error) {
      if (error instanceof Unauthenticated) return NOBODY;
      throw error;
    }
  };
}

async function withModule(user: Principal, denials: Denials): Promise<Standing> {
  try {
    requireEnrolled(user);
    requireModule(user, CHAT_MODULE);
    return { user };
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
    await denials.note(user.userId, { method: 'get', route: CHAT_ROUTE });
    return { user: null, close: CLOSE.noAccess, error };
  }
}
