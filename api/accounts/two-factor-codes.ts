/**
 * Time-based one-time passwords: TOTP = HOTP(K, T), T = floor(unix time / 30 s) (RFC 6238, section 4), with
 * HOTP(K, T) = truncate(HMAC-SHA-1(K, T)) mod 10^6 (RFC 4226, section 5.3).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { renderSVG } from 'uqr';
import { digest } from './refresh-tokens.ts';

const TOTP_STEP_S = 30;
const TOTP_DIGITS = 6;

/** RFC 4226, section 4: as long as the HMAC's output. */
const SECRET_BYTES = 20;
/** Clocks differ, and people type slowly (RFC 6238, section 5.2); newest first. */
const WINDOW = [1, 0, -1];

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / TOTP_STEP_S);

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0');
}

/** The step that `code` belongs to, one either side of `now` included; `null` for a wrong code. */
export function matchingTotpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const steps = WINDOW.map((offset) => totpStep(now) + offset);
  return steps.filter((step) => isSame(totpCode(secret, step), code))[0] ?? null;
}

/** Takes as long for a code that is nearly right. */
function isSame(right: string, typed: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(typed)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What an authenticator app reads from a QR code: the Key URI Format of Google Authenticator. */
const ISSUER = 'Grid Optimization Service';
/** Modules; ISO/IEC 18004 wants that much silence around a code. */
const QUIET_ZONE = 4;
const MODULE_PX = 4;

export interface Enrolment {
  /** base32, for typing. */
  readonly secret: string;
  readonly otpauth_url: string;
  readonly qr_svg: string;
}

export function otpauth(key: Uint8Array, username: string): Enrolment {
  const secret = base32(key);
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(username)}`;
  const otpauth_url =
    `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}` +
    `&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_STEP_S}`;
  const qr_svg = renderSVG(otpauth_url, { ecc: 'M', border: QUIET_ZONE, pixelSize: MODULE_PX });
  return { secret, otpauth_url, qr_svg };
}

/** Bytes as text in the alphabet of RFC 4648, section 6, without padding: no digit looks like a letter. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    held += 8;
    while (held >= BITS) {
      held -= BITS;
      text += BASE32.charAt((buffer >>> held) & 31);
    }
    buffer &= (1 << held) - 1;
  }
  return held > 0 ? text + BASE32.charAt((buffer << (BITS - held)) & 31) : text;
}

/** Codes that stand in for a lost authenticator, each once; only their digests are stored. */
const COUNT = 10;
/** 80 bits: beyond guessing, also from a stolen digest. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** `ABCD-EFGH-IJKL-MNOP` */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => base32(randomBytes(CODE_BYTES)).replaceAll(GROUP, '$&-'));

/** The same however the code is typed: with or without hyphens and spaces, in either case. */
export const recoveryDigest = (code: string): string => digest(code.replaceAll(/[\s-]/g, '').toUpperCase());
