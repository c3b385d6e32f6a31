/**
 * Time-based one-time passwords: TOTP = HOTP(K, T), T = floor(unix time / 30 s) (RFC 6238, section 4), with
 * HOTP(K, T) = truncate(HMAC-SHA-1(K, T)) mod 10^6 (RFC 4226, section 5.3).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const TOTP_STEP_S = 30;
export const TOTP_DIGITS = 6;

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
