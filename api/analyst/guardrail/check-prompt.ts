/**
 * Judges a prompt before a model sees it. This is a filter, not a boundary: what a model can do and know is limited
 * elsewhere. Rules follow the OWASP Top 10 for LLM Applications 2025 and its prompt-injection cheat sheet.
 */
import { hiddenTexts } from './decode.ts';
import { toSentence } from './meaning.ts';
import { fold, toVisible } from './normalize.ts';
import { matcherOf, type Rule, type View } from './rule.ts';
import { RULES, redact } from './rules.ts';
import { toWords } from './words.ts';

/** Longest prompt, Unicode code points. */
const MAX_LENGTH = 4000;
const BLOB = /[A-Za-z0-9+/=_-]{120,}/;
const MATCHERS = RULES.map((rule) => ({ rule, matches: matcherOf(rule) }));

const TOO_LONG: Rule = { id: 'UC-001', action: 'block', warning: `Is longer than ${MAX_LENGTH} characters` };
const INVISIBLE: Rule = { id: 'OB-001', action: 'warn', warning: 'Had invisible characters, now removed' };
const ENCODED: Rule = { id: 'OB-002', action: 'warn', warning: 'Contains a long encoded text' };
const OFF_TOPIC: Rule = { id: 'OT-001', action: 'warn', warning: 'Names nothing of power systems' };

export function checkPrompt(prompt: string) {
  const { text, hadInvisible, smuggled } = toVisible(prompt);
  // Limits the expanded text too: compatibility characters may expand to many times their length.
  if ([...prompt].length > MAX_LENGTH || text.length > 2 * MAX_LENGTH) return toVerdict([TOO_LONG], text);
  const view = toView(text);
  const { texts, isWhole } = hiddenTexts(text);
  const hidden = [smuggled, ...texts].filter(Boolean);
  const views = [view, ...hidden.map((inner) => toView(toVisible(inner).text))];
  const met = MATCHERS.filter(({ matches }) => views.some(matches)).map(({ rule }) => rule);
  if (hadInvisible) met.push(INVISIBLE);
  if (BLOB.test(text) || !isWhole) met.push(ENCODED);
  if (!view.concepts.has('grid')) met.push(OFF_TOPIC);
  return toVerdict(met, text);
}

function toView(visible: string): View {
  const folded = fold(visible);
  return { visible, folded, ...toSentence(toWords(folded)) };
}

/** `allowed`: no blocking rule matched. `redacted`: the visible text without secrets and personal data, for logs. */
const toVerdict = (met: readonly Rule[], visible: string) => ({
  allowed: met.every(({ action }) => action === 'warn'),
  rules: met.map(({ id }) => id),
  warnings: met.map(({ warning }) => warning),
  redacted: redact(visible),
});
