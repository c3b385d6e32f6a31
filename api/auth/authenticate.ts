/** Turns the credentials of a request into a principal, or refuses with 401. */
import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../errors.ts';
import { ROLE_LEVELS } from '../modules/catalog.ts';
import { API_KEY_PREFIX, isApiKey } from './api-keys.ts';
import { bearerOf } from './bearer.ts';
import { moduleLevels } from './module-levels.ts';
import { type Principal, SCOPES } from './principal.ts';
import { digest } from './refresh-tokens.ts';

export interface Credentials {
  /** Value of the `Authorization` header; empty when absent. */
  readonly authorization: string;
  /** Value of the `X-API-Key` header; empty when absent. */
  readonly apiKey: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Principal>;
type Needs = Pick<
  Deps,
  'settings' | 'tokens' | 'users' | 'subscriptions' | 'revokedTokens' | 'apiKeys' | 'now'
>;
type Account = Pick<Principal, 'userId' | 'username' | 'role' | 'levels'>;

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

export function createAuthenticate(deps: Needs): Authenticate {
  return async (credentials) => {
    const principal = await toPrincipal(credentials, deps);
    if (!principal) throw new Unauthenticated();
    return principal;
  };
}

/** A key may come in either header; two headers that differ leave open who is asking. */
async function toPrincipal({ authorization, apiKey }: Credentials, deps: Needs): Promise<Principal | null> {
  const bearer = bearerOf(authorization);
  if (apiKey && authorization && apiKey !== bearer) return null;
  if (bearer && deps.settings.AUTH_BYPASS_ENABLED) return BYPASS_USER;
  if (apiKey || bearer.startsWith(API_KEY_PREFIX)) return fromKey(apiKey || bearer, deps);
  return bearer ? fromToken(bearer, deps) : null;
}

async function fromToken(token: string, deps: Needs): Promise<Principal | null> {
  const claims = await deps.tokens.verify(token, deps.now());
  if (!claims) return null;
  const { userId, sessionId, tokenId } = claims;
  const [account, revoked] = await Promise.all([
    findAccount(userId, deps),
    deps.revokedTokens.includes([tokenId, sessionId]),
  ]);
  if (!account || revoked) return null;
  return { ...account, sessionId, tokenId, via: 'token', scopes: SCOPES };
}

/** The database finds a key by its digest, so its answer takes no longer the better a guess is. */
async function fromKey(key: string, deps: Needs): Promise<Principal | null> {
  if (!isApiKey(key)) return null;
  const record = await deps.apiKeys.findByDigest(digest(key));
  const now = deps.now();
  if (!record || (record.expires_at && record.expires_at <= now)) return null;
  const account = await findAccount(record.user_id, deps);
  if (!account) return null;
  await deps.apiKeys.markUsed(record, now);
  return { ...account, sessionId: '', tokenId: '', via: 'key', scopes: record.scopes };
}

/** Role and standing come from the account, not from the credentials: a change takes effect at once. */
async function findAccount(userId: string, { users, subscriptions }: Needs): Promise<Account | null> {
  const [user, granted] = await Promise.all([users.findById(userId), subscriptions.of(userId)]);
  if (!user || user.disabled) return null;
  const { username, role } = user;
  return { userId, username, role, levels: moduleLevels(role, granted) };
}
