/** What an answer may rest on: results of tools, the question and what was said before in the conversation. */
import { collectFacts, labelsOf } from './collect-facts.ts';
import type { Evidence, Fact } from './fact.ts';
import { findMentions } from './mentions/find-mentions.ts';
import { plainDigits } from './mentions/plain-digits.ts';
import { squeeze } from './mentions/squeeze.ts';
import { unitKey } from './unit-key.ts';

export interface FoundBy {
  readonly tool: string;
  readonly data: unknown;
}

export interface Said {
  readonly question: string;
  /** Earlier messages, which were checked in their turn. */
  readonly history: readonly string[];
}

export function toEvidence(found: readonly FoundBy[], { question, history }: Said): Evidence {
  const labels = new Map<string, Set<string | number>>();
  const names = new Set<string>();
  for (const { data } of found) visit(data, labels, names);
  for (const text of [question, ...history]) {
    for (const { name } of findMentions(text)) if (name !== null) names.add(name);
  }
  const facts = [
    ...found.flatMap(({ tool, data }) => collectFacts(tool, data)),
    ...spoken('question', question),
    ...history.flatMap((text) => spoken('history', text)),
  ];
  const numbered = [...labels.values()].flatMap((values) => [...values].filter(isNumbered));
  return { facts, labels, names, numbered: new Set(numbered), question: plainDigits(question) };
}

/** A name such as `16-17`, which looks like two figures. */
const isNumbered = (name: string | number): name is string =>
  typeof name === 'string' && /^\d+(?:[-_./:]\d+)+$/.test(name);

function visit(data: unknown, labels: Map<string, Set<string | number>>, names: Set<string>): void {
  if (typeof data === 'string') addNames(data, names);
  if (typeof data !== 'object' || data === null) return;
  if (!Array.isArray(data)) {
    for (const [key, value] of labelsOf(data)) labels.set(key, (labels.get(key) ?? new Set()).add(value));
    for (const key of Object.keys(data)) addNames(key, names);
  }
  for (const value of Object.values(data)) visit(value, labels, names);
}

function addNames(text: string, names: Set<string>): void {
  for (const { name } of findMentions(text)) if (name !== null) names.add(name);
  if (/\d/.test(text) && text.length <= 128) names.add(squeeze(text));
}

const spoken = (source: string, text: string): Fact[] =>
  findMentions(plainDigits(text)).flatMap(({ readings, role, unit, start }) =>
    readings.map(({ value }) => ({
      source,
      path: `[${start}]`,
      key: unitKey(unit),
      table: source,
      value,
      role,
      labels: new Map(),
    })),
  );
