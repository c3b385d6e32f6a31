/**
 * Codes of the second factor. Those of an authenticator are time-based (RFC 6238): HOTP (RFC 4226) with the counter
 * floor(unix time / 30 s). Recovery codes stand in for a lost authenticator, each once; only their digests are stored.
 */
import { randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { TwoFactor } from '../../mongo/two-factor.ts';
import { digest, isSameSecret } from '../http/secrets.ts';
import type { Seal } from './two-factor-secrets.ts';

const STEP_S = 30;
const FORM = { algorithm: 'SHA1', digits: 6 } as const;
const ISSUER = 'Grid Optimization Service';

/** Length of a secret, bytes: that of the HMAC's output (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/**
 * Time steps around the current one whose codes are accepted, newest first: clocks differ, and people type slowly (RFC
 * 6238, section 5.2).
 */
const WINDOW = [1, 0, -1];

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_S);

export const totpCode = (secret: Uint8Array, step: number): string =>
  HOTP.generate({ ...FORM, secret: toSecret(secret), counter: step });

/** Time step of `code`, accepting one step either side of `now`; `null` for a wrong code. */
export function matchingTotpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const steps = WINDOW.map((offset) => totpStep(now) + offset);
  return steps.filter((step) => isSameSecret(totpCode(secret, step), code))[0] ?? null;
}

/** Copies the bytes, because the library uses the whole underlying buffer. */
const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Base32 without padding (RFC 4648, section 6): its digits cannot be confused with letters. */
export const base32 = (bytes: Uint8Array): string => toSecret(bytes).base32;

/** Width of the blank border around a QR code, modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const MODULE_PX = 4;

export interface Enrolment {
  /** The secret in base32, for typing. */
  readonly secret: string;
  readonly otpauth_url: string;
  readonly qr_svg: string;
}

/** Content of the QR code for an authenticator app, in the Key URI Format of Google Authenticator. */
export function otpauth(key: Uint8Array, username: string): Enrolment {
  const secret = toSecret(key);
  const totp = new TOTP({ ...FORM, issuer: ISSUER, label: username, period: STEP_S, secret });
  const otpauth_url = totp.toString();
  const qr_svg = renderSVG(otpauth_url, { ecc: 'M', border: QUIET_ZONE, pixelSize: MODULE_PX });
  return { secret: secret.base32, otpauth_url, qr_svg };
}

const RECOVERY_CODES = 10;
/** Length of a recovery code, bytes: 80 bits cannot be guessed, even from a stolen digest. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** `ABCD-EFGH-IJKL-MNOP` */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(CODE_BYTES)).replaceAll(GROUP, '$&-'));

/** Digest of a code, independent of hyphens, spaces and case. */
export const recoveryDigest = (code: string): string => digest(code.replaceAll(/[\s-]/g, '').toUpperCase());

export type Factor = 'totp' | 'recovery_code';

interface FactorDeps {
  readonly twoFactor: TwoFactor;
  readonly seal: Seal;
  now(): Date;
}

/** Shape of an authenticator's code; no recovery code has it. */
const TOTP_CODE = /^\d{6}$/;

/**
 * Accepts a code of the authenticator, or a recovery code once. Returns `null` when the code is wrong or used, or the
 * user has no second factor.
 */
export async function spendCode(userId: string, code: string, deps: FactorDeps): Promise<Factor | null> {
  const typed = code.replaceAll(/\s/g, '');
  if (TOTP_CODE.test(typed)) return (await spendTotp(userId, typed, deps)) ? 'totp' : null;
  return (await deps.twoFactor.useRecoveryCode(userId, recoveryDigest(typed))) ? 'recovery_code' : null;
}

async function spendTotp(
  userId: string,
  code: string,
  { twoFactor, seal, now }: FactorDeps,
): Promise<boolean> {
  const factor = await twoFactor.find(userId);
  if (!factor?.enabled_at) return false;
  const step = matchingTotpStep(seal.open(factor.secret, userId), code, now());
  return step !== null && twoFactor.acceptStep(userId, factor.secret, step);
}
