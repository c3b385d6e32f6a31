/** What a question "what if ..." changes, in the words of the tool `what_if`. */
import { readQuestion } from './read-question.ts';

const KINDS: readonly (readonly [words: RegExp, kind: string])[] = [
  [/\boutage\b|\bwithout\b|\btrips?\b|\bfails?\b|\bunavailable\b/i, 'unit_outage'],
  [/\b(?:gas|coal|oil|fuel)\b/i, 'fuel_price'],
  [/\bline\b|\blimits?\b/i, 'line_limit'],
  [/\bwind\b|\bsolar\b|\brenewable/i, 'renewable'],
  [/\breserve/i, 'reserve'],
];
const PERCENT = /(\d+(?:\.\d+)?) ?(?:%|percent)/i;
const LESS = /\b(?:less|lower|fewer|cheaper|down|drops?|falls?)\b/i;
/** Where the question names no change. */
const USUAL_FACTOR = 1.1;

export function readChange(question: string): object {
  const kind = KINDS.find(([words]) => words.test(question))?.[1] ?? 'load';
  if (kind === 'unit_outage') return { kind, element: readQuestion(question).generator ?? '' };
  const percent = PERCENT.exec(question)?.[1];
  if (percent === undefined) return { kind, factor: USUAL_FACTOR };
  return { kind, factor: (100 + (LESS.test(question) ? -1 : 1) * Number(percent)) / 100 };
}
