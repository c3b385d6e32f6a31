/** Signs the access token of a session and words the reply. */
import type { Role } from '../auth/principal.ts';
import { ACCESS_TOKEN_S } from '../auth/tokens.ts';
import type { Deps } from '../deps.ts';
import type { TokenSet } from '../schemas/token-set.ts';

interface Holder {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
}

export async function issueTokens(
  holder: Holder,
  refreshToken: string,
  { tokens, now }: Deps,
): Promise<TokenSet> {
  return {
    access_token: await tokens.sign(holder, now()),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
  };
}
