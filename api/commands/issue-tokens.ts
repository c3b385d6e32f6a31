/** Signs the access token of a session and words the reply. */
import type { Session } from '../../mongo/sessions.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { ACCESS_TOKEN_S } from '../auth/tokens.ts';
import type { Deps } from '../deps.ts';
import type { TokenSet } from '../schemas/token-set.ts';

export async function issueTokens(
  session: Session,
  { role, token_generation: generation = 0 }: UserRecord,
  refreshToken: string,
  { tokens, now }: Deps,
): Promise<TokenSet> {
  return {
    access_token: await tokens.sign({ ...session, role, generation }, now()),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
  };
}
