/**
 * Judges a prompt before a model sees it. A filter and not a wall: what a model may do and know is limited
 * elsewhere. Rules after OWASP Top 10 for LLM Applications 2025 and its prompt-injection cheat sheet.
 */

import { DISCLOSURE, HARM, redact } from './content-rules.ts';
import { hiddenTexts } from './decode.ts';
import { PROMPT_INJECTION } from './injection-rules.ts';
import { toConcepts, toMeanings } from './meaning.ts';
import { fold, toVisible } from './normalize.ts';
import type { Rule, View } from './pattern.ts';
import { toWords } from './words.ts';

export interface Verdict {
  /** No blocking rule matched. */
  readonly allowed: boolean;
  /** Ids of all rules that matched. */
  readonly rules: readonly string[];
  /** What they found, in words. */
  readonly warnings: readonly string[];
  /** The visible text without secrets and personal data, fit for a log. */
  readonly redacted: string;
}

type Finding = Omit<Rule, 'matches'>;

/** Unicode code points. */
const MAX_LENGTH = 4000;
const BLOB = /[A-Za-z0-9+/=_-]{120,}/;
const CONTENT_RULES: readonly Rule[] = [...PROMPT_INJECTION, ...DISCLOSURE, ...HARM];

const TOO_LONG: Finding = {
  id: 'UC-001',
  action: 'block',
  warning: `Is longer than ${MAX_LENGTH} characters`,
};
const INVISIBLE: Finding = { id: 'OB-001', action: 'warn', warning: 'Had invisible characters, now removed' };
const ENCODED: Finding = { id: 'OB-002', action: 'warn', warning: 'Contains a long encoded text' };
const OFF_TOPIC: Finding = { id: 'OT-001', action: 'warn', warning: 'Names nothing of power systems' };

export function checkPrompt(prompt: string): Verdict {
  const { text, hadInvisible, smuggled } = toVisible(prompt);
  if ([...prompt].length > MAX_LENGTH) return toVerdict([TOO_LONG], redact(text));
  const view = toView(text);
  const hidden = [smuggled, ...hiddenTexts(text)].filter(Boolean);
  const views = [view, ...hidden.map((inner) => toView(toVisible(inner).text))];
  const onTopic = view.meanings.some((meaning) => meaning.has('grid'));
  const findings: readonly Finding[] = [
    ...CONTENT_RULES.filter((rule) => views.some((each) => rule.matches(each))),
    ...(hadInvisible ? [INVISIBLE] : []),
    ...(BLOB.test(text) ? [ENCODED] : []),
    ...(onTopic ? [] : [OFF_TOPIC]),
  ];
  return toVerdict(findings, redact(text));
}

function toView(visible: string): View {
  const folded = fold(visible);
  const words = toWords(folded);
  const meanings = toMeanings(words);
  return { visible, folded, words, meanings, concepts: toConcepts(meanings) };
}

const toVerdict = (findings: readonly Finding[], redacted: string): Verdict => ({
  allowed: findings.every(({ action }) => action === 'warn'),
  rules: findings.map(({ id }) => id),
  warnings: findings.map(({ warning }) => warning),
  redacted,
});
