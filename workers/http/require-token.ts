/** Lets in who knows the shared secret: `Authorization: Bearer <token>`, or the header `X-Solver-Token`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './http-error.ts';

const BEARER = /^Bearer +(.+)$/i;

/** Throws 401. No `token` = everybody may call, which the settings allow on a loopback address only. */
export function requireToken(headers: IncomingHttpHeaders, token: string | undefined): void {
  if (!token || isSame(givenBy(headers), token)) return;
  throw new HttpError(401, 'Token missing or invalid', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function givenBy({ authorization = '', 'x-solver-token': own }: IncomingHttpHeaders): string {
  return typeof own === 'string' && own !== '' ? own : (BEARER.exec(authorization)?.[1] ?? '');
}

/** Hashes are of equal length, so that the time says nothing of the secret, not even its length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
