/**
 * Removes hidden instructions from tool results before a model reads them, so that names and notes entered by users stay
 * data (OWASP LLM01 2025, indirect injection). Names like `Override_1` are kept.
 */
import { checkPrompt } from './check-prompt.ts';
import { toSentence } from './meaning.ts';
import { fold, toVisible } from './normalize.ts';
import { pattern } from './rule.ts';
import { patternsOf } from './rules.ts';
import { toWords } from './words.ts';

const MARK = '[withheld: reads like an order]';
/**
 * Pattern of plain names: letters and a number, as most units, buses and hours have. Rules are not evaluated on them,
 * for speed.
 */
const PLAIN_NAME = /^[A-Za-z]{0,16}[ _-]?\d{0,6}$/;
/** Links are refused in data that a model may repeat, although users may show them to a model. */
const LINK = /\w:\/\/|\]\(|\bwww\.|<\s?\/?[a-z]+[^<>]{0,200}>|\bdata:\w/i;
/** Patterns of text that addresses its reader, as data never does. */
const ADDRESSES_READER = patternsOf('TD-001').map(pattern);

/** Maximum number of characters judged per result, because judging takes time; tools name about a hundred elements. */
const MOST_JUDGED = 20_000;

/**
 * The tool's data, in which a mark replaces each text that reads like an instruction or exceeds the limit of judged
 * characters.
 */
export function checkToolData(data: unknown): unknown {
  const verdicts = new Map<string, boolean>();
  let remaining = MOST_JUDGED;
  const judge = (text: string): boolean => {
    if (PLAIN_NAME.test(text)) return false;
    remaining -= text.length;
    return remaining < 0 || readsLikeOrder(text);
  };
  const isOrder = (text: string): boolean => {
    const judged = verdicts.get(text) ?? judge(text);
    verdicts.set(text, judged);
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
