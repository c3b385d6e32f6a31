/** Turns the credentials of a request into a principal, or refuses with 401. */
import type { ApiKeys } from '../../mongo/api-keys.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { Unauthenticated } from '../http/errors.ts';
import { type Principal, SCOPES } from '../http/principal.ts';
import { digest } from '../http/secrets.ts';
import { type AccessClaims, bearerOf, type Tokens } from './access-tokens.ts';
import type { AccountCache, AccountStanding } from './account-cache.ts';
import { API_KEY_PREFIX, isApiKey } from './api-key-format.ts';
import { ROLE_LEVELS } from './modules.ts';

interface Credentials {
  /** Value of the `Authorization` header; empty when absent. */
  readonly authorization: string;
  /** Value of the `X-API-Key` header; empty when absent. */
  readonly apiKey: string;
  /** True for a read, which may use a cached state of the account. */
  readonly isRead: boolean;
}

export type Authenticate = (credentials: Credentials) => Promise<Principal>;

/** Stores and settings that decide whether credentials are valid. */
export interface CredentialDeps {
  readonly settings: { readonly AUTH_BYPASS_ENABLED: boolean };
  readonly tokens: Tokens;
  readonly accountCache: AccountCache;
  readonly apiKeys: ApiKeys;
  readonly now: () => Date;
}

/** Time after a sign-in during which the password is not required again, ms. */
const FRESH_MS = 10 * 60_000;

/** The user of every request while AUTH_BYPASS_ENABLED is set. */
export const BYPASS_USER: Principal = {
  userId: '00000000-0000-4000-8000-000000000000',
  username: 'dev',
  role: 'admin',
  sessionId: '',
  tokenId: '',
  expiresAt: null,
  isFresh: true,
  mustEnrol: false,
  levels: ROLE_LEVELS.admin,
  via: 'token',
  scopes: SCOPES,
};

export function createAuthenticate(deps: CredentialDeps): Authenticate {
  return async (credentials) => {
    const principal = await toPrincipal(credentials, deps);
    if (!principal) throw new Unauthenticated();
    return principal;
  };
}

/** Accepts an API key in either header; different values in both headers are refused as ambiguous. */
async function toPrincipal(
  { authorization, apiKey, isRead }: Credentials,
  deps: CredentialDeps,
): Promise<Principal | null> {
  const bearer = bearerOf(authorization);
  if (apiKey && authorization && apiKey !== bearer) return null;
  if (bearer && deps.settings.AUTH_BYPASS_ENABLED) return BYPASS_USER;
  if (apiKey || bearer.startsWith(API_KEY_PREFIX)) return fromKey(apiKey || bearer, isRead, deps);
  return bearer ? fromToken(bearer, isRead, deps) : null;
}

async function fromToken(
  token: string,
  isRead: boolean,
  { tokens, accountCache, now }: CredentialDeps,
): Promise<Principal | null> {
  const at = now();
  const claims = await tokens.verify(token, at);
  if (!claims) return null;
  const { userId, sessionId, tokenId, expiresAt, signedInAt } = claims;
  const standing = await accountCache.find(userId, [tokenId, sessionId], isRead);
  if (!standing || !isCurrent(claims, standing.user)) return null;
  const isFresh = signedInAt !== null && at.getTime() - signedInAt.getTime() <= FRESH_MS;
  const account = toAccount(standing);
  return { ...account, sessionId, tokenId, expiresAt, isFresh, via: 'token', scopes: SCOPES };
}

/**
 * True if the token has the account's current generation, or belongs to the session that stayed valid when the
 * generation was last raised.
 */
const isCurrent = (
  { generation, sessionId }: AccessClaims,
  { token_generation = 0, kept_session }: UserRecord,
): boolean => generation === token_generation || (sessionId !== '' && sessionId === kept_session);

/** Looks up keys by their digest, so the response time reveals nothing about how close a guess is. */
async function fromKey(
  key: string,
  isRead: boolean,
  { apiKeys, accountCache, now }: CredentialDeps,
): Promise<Principal | null> {
  if (!isApiKey(key)) return null;
  const record = await apiKeys.findByDigest(digest(key));
  const at = now();
  if (!record || (record.expires_at && record.expires_at <= at)) return null;
  const standing = await accountCache.find(record.user_id, [], isRead);
  if (!standing) return null;
  await apiKeys.markUsed(record, at);
  return {
    ...toAccount(standing),
    sessionId: '',
    tokenId: record.digest,
    expiresAt: record.expires_at,
    isFresh: false,
    via: 'key',
    scopes: record.scopes,
  };
}

/** Takes role and state from the stored account, not from the credentials, so that a change takes effect at once. */
const toAccount = ({
  user,
  levels,
  mustEnrol,
}: AccountStanding): Pick<Principal, 'userId' | 'username' | 'role' | 'levels' | 'mustEnrol'> => ({
  userId: user.user_id,
  username: user.username,
  role: user.role,
  levels,
  mustEnrol,
});
