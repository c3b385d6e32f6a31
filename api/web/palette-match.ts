/** Which entries of the palette fit what was typed, best first. */

export interface Entry {
  /** What kind of thing it is: `Job`. */
  readonly kind: string;
  readonly text: string;
  /** What tells it from others of the same name. */
  readonly about?: string | undefined;
  /** Found by its first letters. */
  readonly id?: string | undefined;
  readonly href: string;
}

/** Shorter ones fit too much. */
const LEAST_ID = 3;
const LEAST_SCATTERED = 3;

/** Every word must fit; entries that fit alike keep their order. */
export function ranked(entries: readonly Entry[], wanted: string, most: number): readonly Entry[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => {
      const fits = words.map((word) => scoreOf(entry, word));
      return { entry, score: fits.includes(0) ? -1 : fits.reduce((sum, each) => sum + each, 0) };
    })
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** 0: not at all. */
function scoreOf({ kind, text, about = '', id = '' }: Entry, word: string): number {
  const name = text.toLowerCase();
  const at = name.indexOf(word);
  if (name === word) return 6;
  if (at === 0) return 5;
  if (word.length >= LEAST_ID && id.toLowerCase().startsWith(word)) return 5;
  if (at > 0) return /[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 3 : 4;
  if (`${kind} ${about}`.toLowerCase().includes(word)) return 2;
  return word.length >= LEAST_SCATTERED && hasInOrder(name, word) ? 1 : 0;
}

/** `c118` is in `case118`. */
function hasInOrder(name: string, word: string): boolean {
  let from = 0;
  for (const letter of word) {
    const at = name.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}
