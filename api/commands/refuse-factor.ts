/** Writes down that a second factor was not proven, and refuses. */
import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../errors.ts';
import type { RequestInfo } from '../route.ts';

export interface Refusal {
  readonly userId: string;
  readonly during: 'login' | 'enable' | 'disable' | 'recovery codes';
  readonly reason: 'Invalid code' | 'Incorrect password';
}

export async function refuseFactor(
  { userId, during, reason }: Refusal,
  { ip, userAgent }: RequestInfo,
  { audit }: Pick<Deps, 'audit'>,
): Promise<never> {
  await audit.record('two_factor_failed', { userId, details: { during, reason }, ip, userAgent });
  throw new Unauthenticated(reason);
}
