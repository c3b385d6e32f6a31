/** Opens the session of a user who has proven who they are. */
import { randomUUID } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { newRefreshToken } from '../auth/refresh-tokens.ts';
import type { Deps } from '../deps.ts';
import type { RequestInfo } from '../route.ts';
import type { TokenSet } from '../schemas/token-set.ts';
import { issueTokens } from './issue-tokens.ts';
import type { Factor } from './spend-code.ts';

/** What was shown beside the password. */
interface Proof {
  readonly second_factor?: Factor;
}

export async function openSession(
  { user_id, role }: UserRecord,
  proof: Proof,
  request: RequestInfo,
  deps: Deps,
): Promise<TokenSet> {
  const { ip, userAgent } = request;
  const session = { sessionId: randomUUID(), userId: user_id };
  const { token, ...stored } = newRefreshToken(deps.now());
  await deps.sessions.open(session, stored);
  await deps.audit.record('login', {
    userId: user_id,
    details: { session_id: session.sessionId, ...proof },
    ip,
    userAgent,
  });
  return issueTokens({ ...session, role }, token, deps);
}
