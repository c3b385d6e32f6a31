/** An answer from what tools found: their own words, or sentences made from their records. */
import type { ModelConversation } from './read-conversation.ts';
import { readQuestion } from './read-question.ts';
import { recordSentences } from './record-sentences.ts';

/** Of one result. */
const MOST_SENTENCES = 3;

/** `own`: sentences from the records of the hour that is asked about, where there are any, else the words of the tool. */
export function tell({ results, question }: ModelConversation, own: boolean): string {
  if (results.length === 0) return 'I have no result to answer from.';
  const { hour } = readQuestion(question);
  return results.map(({ text }) => tellOne(text, own, hour)).join(' ');
}

function tellOne(text: string, own: boolean, hour: number | undefined): string {
  const { statement, error, data } = readResult(text);
  if (typeof error === 'string') return error;
  const isOwn = own && hour !== undefined;
  const sentences = isOwn ? ofHour(recordSentences(data), hour).slice(0, MOST_SENTENCES).join(' ') : '';
  return sentences || (typeof statement === 'string' ? statement : text);
}

/** All of them when none is of that hour. */
function ofHour(sentences: readonly string[], hour: number | undefined): readonly string[] {
  const chosen = sentences.filter((sentence) => new RegExp(`\\bhour ${hour}\\b`).test(sentence));
  return chosen.length > 0 ? chosen : sentences;
}

interface FoundParts {
  readonly statement?: unknown;
  readonly error?: unknown;
  readonly data?: unknown;
}

/** The JSON in a result, whatever it is wrapped in. */
function readResult(text: string): FoundParts {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
