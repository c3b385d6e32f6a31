/** Bytes as text in the alphabet of RFC 4648, section 6, without padding: no digit looks like a letter. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
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
      text += ALPHABET.charAt((buffer >>> held) & 31);
    }
    buffer &= (1 << held) - 1;
  }
  return held > 0 ? text + ALPHABET.charAt((buffer << (BITS - held)) & 31) : text;
}
