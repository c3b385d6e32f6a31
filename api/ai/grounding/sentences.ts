/** Where the sentences of a text end. */

/** After a full stop that is followed by a blank, and at the end of a line. A decimal point ends nothing. */
const END =
  /(?:(?<!\b(?:No|no|approx|ca|e\.g|i\.e|vs|z\.B|Nr|Mio|Mrd|Tsd))[.!?]['")\]*_]*(?=\s)|\n|[\u3002\uff01\uff1f])/g;

/** Positions just behind each complete sentence, ascending. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].map((match) => (match.index ?? 0) + match[0].length);

/** The text in pieces that join to it again. */
export function sentences(text: string): string[] {
  const ends = sentenceEnds(text);
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}
