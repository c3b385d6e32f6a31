/** Encodings that hide an instruction from a filter but not from a model. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Two hexadecimal digits per byte, each after the separator. */
export const hex = (text: string, separator = ''): string =>
  [...Buffer.from(text)].map((byte) => separator + byte.toString(16).padStart(2, '0')).join('');

const A = 0x61;
const ALPHABET = 26;
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter.charCodeAt(0) >= A ? A : A - 32;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + 13) % ALPHABET));
  });

export const reversed = (text: string): string => [...text].reverse().join('');

const eachCode = (text: string, write: (code: number) => string, separator = ''): string =>
  [...text].map((letter) => write(letter.codePointAt(0) ?? 0)).join(separator);

/** Encoders, by their names in the tables of prompts. */
const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex,
  hexWithSpaces: (text) => hex(text, ' '),
  hexWithColons: (text) => hex(text, ':'),
  hexEscapes: (text) => hex(text, '\\x'),
  unicodeEscapes: (text) => eachCode(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  entities: (text) => eachCode(text, (code) => `&#${code};`),
  binary: (text) => eachCode(text, (code) => code.toString(2).padStart(8, '0'), ' '),
  decimal: (text) => eachCode(text, String, ' '),
  rot13,
  reversed,
  zeroWidth: (text) => [...text].join('\u200b'),
  tags: (text) => eachCode(text, (code) => String.fromCodePoint(0xe0000 + code)),
};

const DISGUISED = /⟪(\w+): ([^⟪⟫]*)⟫/;

/** Replaces `⟪base64: some text⟫` by the text in the named encoding, the innermost first. */
export function disguise(text: string): string {
  const [whole, name = '', hidden = ''] = DISGUISED.exec(text) ?? [];
  if (whole === undefined) return text;
  const write = DISGUISES[name];
  if (!write) throw new Error(`No disguise is called ${name}`);
  return disguise(text.replace(whole, () => write(hidden)));
}
