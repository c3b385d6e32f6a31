/** Access tokens: JWTs signed with HS256; a retired key is still accepted while its tokens live. */
import { randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Role } from '../http/principal.ts';

export const ACCESS_TOKEN_S = 3600;

const ISSUER = 'grid-optimization-service';
const AUDIENCE = 'grid-optimization-api';
const ALGORITHM = 'HS256';
/** Token type of RFC 9068: a token of any other type that is signed with the same key is refused as an access token. */
const TYPE = 'at+jwt';
const CLOCK_TOLERANCE_S = 5;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly expiresAt: Date;
  /** Generation of the account when the token was signed, see `UserRecord`. */
  readonly generation: number;
  /** Time of the sign-in; null if it is unknown. */
  readonly signedInAt: Date | null;
}

interface TokenSubject {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  /** Generation of the account's tokens; default: 0. */
  readonly generation?: number;
  readonly signedInAt?: Date | undefined;
}

export interface Tokens {
  sign(subject: TokenSubject, now: Date, lifetimeS?: number): Promise<string>;
  /** Claims of a token; `null` if it is forged, expired or not issued by this service. */
  verify(token: string, now: Date): Promise<AccessClaims | null>;
}

export function createTokens(secret: string, previousSecret?: string): Tokens {
  const key = toKey(secret);
  const accepted = previousSecret === undefined ? [key] : [key, toKey(previousSecret)];
  return {
    sign: ({ userId, sessionId, role, generation = 0, signedInAt }, now, lifetimeS = ACCESS_TOKEN_S) => {
      const issuedAt = toSeconds(now);
      const auth_time = signedInAt && toSeconds(signedInAt);
      return new SignJWT({ sid: sessionId, role, gen: generation, auth_time })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeS)
        .sign(key);
    },
    verify: async (token, now) => {
      for (const candidate of accepted) {
        const claims = await verifyWith(candidate, token, now);
        if (claims) return claims;
      }
      return null;
    },
  };
}

const toKey = (secret: string): Uint8Array => new TextEncoder().encode(secret);

async function verifyWith(key: Uint8Array, token: string, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: [ALGORITHM],
      typ: TYPE,
      requiredClaims: ['sub', 'jti', 'exp', 'iat', 'sid'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    });
    return toClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function toClaims({ sub, jti, exp, sid, gen = 0, auth_time: at }: JWTPayload): AccessClaims | null {
  if (!isText(sub) || !isText(jti) || !isText(sid) || !exp || typeof gen !== 'number') return null;
  const signedInAt = typeof at === 'number' ? new Date(at * 1000) : null;
  return {
    userId: sub,
    sessionId: sid,
    tokenId: jti,
    expiresAt: new Date(exp * 1000),
    generation: gen,
    signedInAt,
  };
}

/**
 * True for a claim that is a nonempty text. Prevents query injection: a holder of the key can sign claims of any type,
 * and an object in a database query acts as an operator.
 */
const isText = (claim: unknown): claim is string => typeof claim === 'string' && claim !== '';

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The token of an `Authorization` header (RFC 6750, section 2.1). */
const BEARER = /^Bearer +(\S.*)$/i;

/** The token of an `Authorization` header; empty if the header has no bearer token. */
export const bearerOf = (authorization: string): string => BEARER.exec(authorization)?.[1]?.trim() ?? '';
