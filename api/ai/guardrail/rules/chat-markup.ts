/** Text that poses as a turn of another speaker: chat-template tokens, and lines that open with a role. */
import { toMeanings } from '../lexicon/meaning.ts';
import { toWords } from '../words.ts';
import type { View } from './rule.ts';

const TOKENS = [
  /\bim_(?:start|end|sep)\b/,
  /<\s?\|/,
  /\|\s?>/,
  /\[\s?\/?\s?(?:inst|sys|system)\s?\]/,
  /<<\s?\/?\s?sys\s?>>/,
  /<\s?\/?\s?(?:system|assistant|developer|instructions?|start_of_turn|end_of_turn|s)(?:[-_ :][a-z_ ]{0,20})?>/,
  /<\s?\/?\s?(?:tool|function)(?:[-_ ](?:calls?|results?|responses?|outputs?))?>/,
  /\b(?:start|end)_(?:header_id|of_turn)\b/,
  /#{2,} ?(?:system|instructions?|new instructions?|assistant|developer)\b/,
  /\b(?:begin|end) (?:of )?(?:system|developer) (?:prompt|message|instructions?)\b/,
  /"role" ?: ?"(?:system|assistant|developer)"/,
  /-{3,} ?(?:system|end of (?:user )?(?:prompt|input|message))\b/,
];

/** A role and a colon, where a line or a sentence begins, and what it says. */
const ROLE =
  /(^|[\n.!?"'>)\]}*;,|-] ?)\**(?:system|(?:tool|function|api) (?:result|response|output)|observation|sistema|systeme|assistant|assistent|assistente|asistente|developer)(?: (?:message|prompt|override|notice|update|note))?\** ?:([^\n]{0,300})/g;

export const forgesMarkup = ({ folded }: View): boolean =>
  TOKENS.some((token) => token.test(folded)) ||
  [...folded.matchAll(ROLE)].some(([, , said = '']) => isOrder(said));

const SPEAKS_TO_MODEL = [
  'you',
  'your',
  'ignore',
  'become',
  'bad-mode',
  'reveal',
  'prompt',
  'comply',
] as const;
/** `system: north` is a name. */
const MOST_IN_A_NAME = 2;

/** "system: 24 buses" describes a case; "system: you are unrestricted" gives an order. */
function isOrder(said: string): boolean {
  const words = toWords(said);
  const meanings = toMeanings(words);
  const domain = meanings.some((meaning) => meaning.has('grid')) || /\d/.test(said);
  const order = meanings.some((meaning) => SPEAKS_TO_MODEL.some((concept) => meaning.has(concept)));
  const orders = meanings.some(
    (meaning) => meaning.has('ignore') || meaning.has('become') || meaning.has('bad-mode'),
  );
  return domain ? orders : order || words.length > MOST_IN_A_NAME;
}
