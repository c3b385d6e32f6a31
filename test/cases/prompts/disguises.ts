/** Ways to hide an order from a filter and not from a model. */
const A = 0x61;
const ALPHABET = 26;

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
export const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Two digits per byte, each after the separator. */
export const hex = (text: string, separator = ''): string =>
  [...Buffer.from(text)].map((byte) => separator + byte.toString(16).padStart(2, '0')).join('');

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter.charCodeAt(0) >= A ? A : A - 32;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + 13) % ALPHABET));
  });

export const reversed = (text: string): string => [...text].reverse().join('');
export const spaced = (text: string, separator = ' '): string =>
  text
    .split(' ')
    .map((word) => [...word].join(separator))
    .join('  ');
export const zeroWidth = (text: string): string => [...text].join('\u200b');
export const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));

const replaced = (text: string, from: string, to: string): string =>
  [...text].map((c) => [...to][from.indexOf(c)] ?? c).join('');
/** Cyrillic and Greek look-alikes. */
export const homoglyphs = (text: string): string => replaced(text, 'aeopcsiyxv', 'аеορсѕіуχν');
export const leet = (text: string): string => replaced(text, 'aeiost', '431057');

/** First and last letter stay, the inner ones swap in pairs. */
export const scrambled = (text: string): string =>
  text.replace(/\w{4,}/g, (word) => {
    const inner = word.slice(1, -1).replace(/(.)(.)/g, '$2$1');
    return word.charAt(0) + inner + word.slice(-1);
  });
