/** Every text that a prompt carries in an encoding, also one encoding within another. */
import { decodeBase64 } from './base64.ts';
import { decodeByteCodes } from './byte-codes.ts';
import { decodeEscapes } from './escapes.ts';
import { decodeLetters } from './letters.ts';

/** Encodings within encodings that are taken off. */
const DEEPEST = 3;
/** Texts looked at in all; what else there is has been seen as an encoded text anyway. */
const MOST = 24;

export function hiddenTexts(text: string): string[] {
  const found = new Set<string>();
  let layer = [text];
  for (let depth = 0; depth < DEEPEST && layer.length > 0; depth += 1) {
    const inner = layer.flatMap(decodings).filter((each) => !found.has(each) && each !== text);
    layer = inner.slice(0, MOST - found.size);
    for (const each of layer) found.add(each);
  }
  return [...found];
}

const decodings = (text: string): string[] => [
  ...decodeEscapes(text),
  ...decodeBase64(text),
  ...decodeByteCodes(text),
  ...decodeLetters(text.toLowerCase()),
];
