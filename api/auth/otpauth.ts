/** What an authenticator app reads from a QR code: the Key URI Format of Google Authenticator. */
import { renderSVG } from 'uqr';
import { base32 } from './base32.ts';
import { TOTP_DIGITS, TOTP_STEP_S } from './totp.ts';

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
