/** Texts hidden in a prompt as base64 (also url-safe, unpadded, or wrapped over lines): one decoding pass. */

/** Shorter ones decode to less than a phrase. */
const MIN_CHARACTERS = 16;
const CANDIDATE = /[A-Za-z0-9+/_-]{16,}/g;
const SPACE = /\s+/;
const WHOLE = /^[A-Za-z0-9+/_-]+={0,2}$/;
const UNPRINTABLE = /[^\P{C}\s]/u;

export function decodeBase64(text: string): string[] {
  const candidates = new Set([...(text.match(CANDIDATE) ?? []), ...wrapped(text)]);
  return [...candidates].map(decode).filter((decoded) => decoded !== undefined);
}

/** Neighbouring chunks of base64 that a line break tore apart, joined again. */
function wrapped(text: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  for (const chunk of [...text.split(SPACE), '']) {
    if (WHOLE.test(chunk) && (chunk.length >= MIN_CHARACTERS || run.length > 0)) {
      run.push(chunk);
    } else {
      if (run.length > 1) runs.push(run.join(''));
      run = [];
    }
  }
  return runs;
}

/** undefined when the bytes are not a text. */
function decode(candidate: string): string | undefined {
  try {
    const bytes = Buffer.from(candidate, 'base64');
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return UNPRINTABLE.test(decoded) ? undefined : decoded;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
