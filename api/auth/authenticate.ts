/** Turns the credentials of a request into a principal, or refuses with 401. */
import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../errors.ts';
import { ROLE_LEVELS } from '../modules/catalog.ts';
import { type Principal, SCOPES } from './principal.ts';

export interface Credentials {
  /** Value of the `Authorization` header; empty when absent. */
  readonly authorization: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Principal>;
type Needs = Pick<Deps, 'settings' | 'tokens' | 'standings' | 'now'>;

/** The user of AUTH_BYPASS_ENABLED. */
export const BYPASS_USER: Principal = {
  userId: '00000000-0000-4000-8000-000000000000',
  username: 'dev',
  role: 'admin',
  sessionId: '',
  tokenId: '',
  levels: ROLE_LEVELS.admin,
  via: 'token',
  scopes: SCOPES,
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
async function fromToken(token: string, { tokens, standings, now }: Needs): Promise<Principal | null> {
  const claims = await tokens.verify(token, now());
  if (!claims) return null;
  const { userId, sessionId, tokenId } = claims;
  const standing = await standings.of(userId, [tokenId, sessionId]);
  if (!standing) return null;
  const { user, levels } = standing;
  return {
    userId,
    username: user.username,
    role: user.role,
    sessionId,
    tokenId,
    levels,
    via: 'token',
    scopes: SCOPES,
  };
}
