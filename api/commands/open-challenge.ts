/** Hands out a temporary token, opaque and of 256 bits, that a code of the second factor turns into a session. */
import { randomBytes } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { digest } from '../auth/refresh-tokens.ts';
import type { Deps } from '../deps.ts';
import type { SecondFactor } from '../schemas/login-reply.ts';

const CHALLENGE_S = 300;

export async function openChallenge(
  { user_id: userId }: UserRecord,
  { twoFactorChallenges, now }: Deps,
): Promise<SecondFactor> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + CHALLENGE_S * 1000);
  await twoFactorChallenges.open({ hash: digest(token), userId, expiresAt });
  return { requires_2fa: true, temp_token: token, token_type: '2fa', expires_in: CHALLENGE_S };
}
