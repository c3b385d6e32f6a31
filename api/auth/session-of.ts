/** The session that a CSRF token is bound to: that of the access token sent along, if any. */
import type { Deps } from '../deps.ts';
import { bearerOf } from './bearer.ts';

/** Empty without a token, or with one that is not ours; whether its session has ended is not asked. */
export async function sessionOf(
  authorization: string,
  { tokens, now }: Pick<Deps, 'tokens' | 'now'>,
): Promise<string> {
  const token = bearerOf(authorization);
  const claims = token ? await tokens.verify(token, now()) : null;
  return claims?.sessionId ?? '';
}
