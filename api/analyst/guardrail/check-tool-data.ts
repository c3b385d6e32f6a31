/**
 * Takes hidden orders out of what a tool returns before a model reads it, so that names and notes that
 * users gave stay data (OWASP LLM01 2025, indirect injection). Names like `Override_1` are left alone.
 */
import { checkPrompt } from './check-prompt.ts';
import { toSentence } from './meaning.ts';
import { fold, toVisible } from './normalize.ts';
import { pattern } from './rule.ts';
import { patternsOf } from './rules.ts';
import { toWords } from './words.ts';

const MARK = '[withheld: reads like an order]';
/** Letters and a number, as most names of units, buses and hours are; spares the look at every rule. */
const PLAIN_NAME = /^[A-Za-z]{0,16}[ _-]?\d{0,6}$/;
/** A person may show an address to a model; data that a model is to repeat may not. */
const LINK = /\w:\/\/|\]\(|\bwww\.|<\s?\/?[a-z]+[^<>]{0,200}>|\bdata:\w/i;
/** Data does not talk to its reader. */
const ADDRESSES_READER = patternsOf('TD-001').map(pattern);

/** Characters that are judged in one result: tools name some hundred elements, and each reading of a name takes time. */
const MOST_JUDGED = 20_000;

/** The tool's data with a mark in place of each text that reads like an order, and of what there is no time to judge. */
export function checkToolData(data: unknown): unknown {
  const known = new Map<string, boolean>();
  let left = MOST_JUDGED;
  const judge = (text: string): boolean => {
    if (PLAIN_NAME.test(text)) return false;
    left -= text.length;
    return left < 0 || readsLikeOrder(text);
  };
  const isOrder = (text: string): boolean => {
    const judged = known.get(text) ?? judge(text);
    known.set(text, judged);
    return judged;
  };
  const check = (value: unknown): unknown => {
    if (typeof value === 'string') return isOrder(value) ? MARK : value;
    if (Array.isArray(value)) return value.map(check);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item], index) => [
        isOrder(key) ? `${MARK} ${index}` : key,
        check(item),
      ]),
    );
  };
  return check(data);
}

function readsLikeOrder(text: string): boolean {
  if (LINK.test(text) || !checkPrompt(text).allowed) return true;
  const sentence = toSentence(toWords(fold(toVisible(text).text)));
  return ADDRESSES_READER.some((matches) => matches(sentence));
}
