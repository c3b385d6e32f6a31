/** Turns the credentials of a request into a principal, or refuses with 401. */
import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../errors.ts';
import type { Principal } from './principal.ts';

export interface Credentials {
  /** Value of the `Authorization` header; empty when absent. */
  readonly authorization: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Principal>;
type Needs = Pick<Deps, 'settings' | 'tokens' | 'users' | 'revokedTokens' | 'now'>;

/** The user of AUTH_BYPASS_ENABLED. */
export const BYPASS_USER: Principal = {
  userId: '00000000-0000-4000-8000-000000000000',
  username: 'dev',
  role: 'admin',
  sessionId: '',
  tokenId: '',
};

const BEARER = /^Bearer +(\S.*)$/i;

export function createAuthenticate(deps: Needs): Authenticate {
  return async ({ authorization }) => {
    const token = BEARER.exec(authorization)?.[1]?.trim();
    if (!token) throw new Unauthenticated();
    const principal = deps.settings.AUTH_BYPASS_ENABLED ? BYPASS_USER : await fromToken(token, deps);
    if (!principal) throw new Unauthenticated();
    return principal;
  };
}

/** Role and standing come from the account, not from the token: a change takes effect at once. */
async function fromToken(
  token: string,
  { tokens, users, revokedTokens, now }: Needs,
): Promise<Principal | null> {
  const claims = await tokens.verify(token, now());
  if (!claims) return null;
  const { userId, sessionId, tokenId } = claims;
  const [user, revoked] = await Promise.all([
    users.findById(userId),
    revokedTokens.includes([tokenId, sessionId]),
  ]);
  if (!user || user.disabled || revoked) return null;
  return { userId, username: user.username, role: user.role, sessionId, tokenId };
}
