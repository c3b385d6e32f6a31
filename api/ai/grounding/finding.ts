/** What the result of one tool adds to the evidence: read once, however many answers rest on it. */
import { collectFacts, labelsOf } from './collect-facts.ts';
import type { Fact } from './fact.ts';
import { findMentions } from './mentions/find-mentions.ts';
import type { Mention } from './mentions/mention.ts';
import { squeeze } from './mentions/squeeze.ts';

export interface Finding {
  readonly facts: readonly Fact[];
  /** Label -> the values it takes. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string | number>>;
  /** Names with a digit in them, squeezed. */
  readonly names: readonly string[];
}

/** Characters. */
const LONGEST_NAME = 128;

export function toFinding(tool: string, data: unknown): Finding {
  const labels = new Map<string, Set<string | number>>();
  const texts = new Set<string>();
  visit(data, labels, texts);
  return { facts: collectFacts(tool, data), labels, names: [...texts].flatMap(namesIn) };
}

/** `texts`: all strings and keys that may hold a name with a digit, each once. */
function visit(data: unknown, labels: Map<string, Set<string | number>>, texts: Set<string>): void {
  if (typeof data === 'string') addText(data, texts);
  if (typeof data !== 'object' || data === null) return;
  if (!Array.isArray(data)) {
    for (const [key, value] of labelsOf(data)) labels.set(key, (labels.get(key) ?? new Set()).add(value));
    for (const key of Object.keys(data)) addText(key, texts);
  }
  for (const value of Object.values(data)) visit(value, labels, texts);
}

function addText(text: string, texts: Set<string>): void {
  if (/\p{N}/u.test(text)) texts.add(text);
}

const namesIn = (text: string): string[] => [
  ...findMentions(text).flatMap(nameOf),
  ...(text.length <= LONGEST_NAME ? [squeeze(text)] : []),
];

export const nameOf = ({ name }: Mention): string[] => (name === null ? [] : [name]);
