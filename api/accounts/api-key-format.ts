/**
 * API keys: `gok_` + 36 random base62 characters (214 bits) + their CRC-32 in 6 base62 digits. The prefix lets scanners
 * find a leaked key; the checksum refuses invalid keys without a database query. Only the digest is stored.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { digest } from '../http/secrets.ts';

export const API_KEY_PREFIX = 'gok_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 36;
/** 62^6 > 2^32 */
const CHECKSUM_LENGTH = 6;
/** Length of the prefix by which users tell their keys apart; the remaining 166 bits stay secret. */
const SHOWN_LENGTH = 12;
const SHAPE = /^gok_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/;

export interface NewApiKey {
  /** The whole key; returned only when it is created. */
  readonly key: string;
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** First characters of the key, for display. */
  readonly prefix: string;
}

export function newApiKey(): NewApiKey {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const key = `${API_KEY_PREFIX}${random}${checksum(random)}`;
  return { key, digest: digest(key), prefix: key.slice(0, SHOWN_LENGTH) };
}

/** True if the checksum matches; the key need not exist. */
export function isApiKey(text: string): boolean {
  const [, random = '', check] = SHAPE.exec(text) ?? [];
  return check === checksum(random);
}

/** CRC-32 in base 62, padded with zeros. */
function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
