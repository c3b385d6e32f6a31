/** Evidence for an answer: results of tools, the question, and earlier messages. */
import { collectFacts, type Fact, labelsOf } from './facts.ts';
import { findMentions, type Mention, plainDigits, squeeze } from './mentions.ts';
import { unitKey } from './numbers.ts';

export interface Evidence {
  readonly facts: readonly Fact[];
  /** Label -> its values. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string | number>>;
  /** Names that contain a digit, in comparable form (`squeeze`). */
  readonly names: ReadonlySet<string>;
  /** Names consisting of figures only, such as `16-17`. */
  readonly numbered: ReadonlySet<string>;
  readonly question: string;
}

/** Contribution of one tool result to the evidence, computed once. */
export type Finding = Pick<Evidence, 'facts' | 'labels' | 'names'>;

/** `history`: earlier messages, whose figures have been checked before. */
export function toEvidence(
  found: readonly Finding[],
  { question, history }: { readonly question: string; readonly history: readonly string[] },
): Evidence {
  const labels = new Map<string, Set<string | number>>();
  for (const [label, values] of found.flatMap((finding) => [...finding.labels])) {
    const labelValues = labels.get(label) ?? new Set();
    for (const value of values) labelValues.add(value);
    labels.set(label, labelValues);
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
      ...found.flatMap(({ names }) => [...names]),
      ...said.flatMap(({ mentions }) => mentions.flatMap(nameOf)),
    ]),
    numbered: new Set(numbered),
    question: plainDigits(question),
  };
}

/** True for a name such as `16-17`, which looks like two figures. */
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

/** Longest name, characters; longer texts are prose. */
const LONGEST_NAME = 128;

export function toFinding(tool: string, data: unknown): Finding {
  const labels = new Map<string, Set<string | number>>();
  const texts = new Set<string>();
  visit(data, labels, texts);
  return { facts: collectFacts(tool, data), labels, names: new Set([...texts].flatMap(namesIn)) };
}

/** Visits all values of `data`. `texts` collects every string and key that may contain a name with a digit. */
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

const nameOf = ({ name }: Mention): string[] => (name === null ? [] : [name]);
