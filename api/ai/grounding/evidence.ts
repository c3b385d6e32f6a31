/** What an answer may rest on: results of tools, the question and what was said before in the conversation. */
import type { Evidence, Fact } from './fact.ts';
import { type Finding, nameOf } from './finding.ts';
import { findMentions } from './mentions/find-mentions.ts';
import type { Mention } from './mentions/mention.ts';
import { plainDigits } from './mentions/plain-digits.ts';
import { unitKey } from './unit-key.ts';

export interface Said {
  readonly question: string;
  /** Earlier messages, which were checked in their turn. */
  readonly history: readonly string[];
}

export function toEvidence(found: readonly Finding[], { question, history }: Said): Evidence {
  const labels = new Map<string, Set<string | number>>();
  for (const [label, values] of found.flatMap((finding) => [...finding.labels])) {
    const known = labels.get(label) ?? new Set();
    for (const value of values) known.add(value);
    labels.set(label, known);
  }
  const said = [
    { source: 'question', mentions: findMentions(question) },
    ...history.map((text) => ({ source: 'history', mentions: findMentions(text) })),
  ];
  const facts = said.flatMap(({ source, mentions }) =>
    mentions.flatMap((mention) => spoken(source, mention)),
  );
  const numbered = [...labels.values()].flatMap((values) => [...values].filter(isNumbered));
  return {
    facts: [...found.flatMap((finding) => finding.facts), ...facts],
    labels,
    names: new Set([
      ...found.flatMap(({ names }) => names),
      ...said.flatMap(({ mentions }) => mentions.flatMap(nameOf)),
    ]),
    numbered: new Set(numbered),
    question: plainDigits(question),
  };
}

/** A name such as `16-17`, which looks like two figures. */
const isNumbered = (name: string | number): name is string =>
  typeof name === 'string' && /^\d+(?:[-_./:]\d+)+$/.test(name);

const spoken = (source: string, { readings, role, unit, start }: Mention): Fact[] =>
  readings.map(({ value }) => ({
    source,
    path: `[${start}]`,
    key: unitKey(unit),
    table: source,
    value,
    role,
    labels: new Map(),
  }));
