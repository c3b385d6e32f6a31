/**
 * Finds what a figure rests on: a fact about what the sentence speaks of, a total of such facts, or plain
 * arithmetic on figures that are themselves in the answer.
 */
import { aggregates, type Derived } from './aggregates.ts';
import { type Context, contradicts } from './context.ts';
import type { Evidence, Fact } from './facts.ts';
import { type Mention, squeeze } from './mentions.ts';
import { agrees, createValueIndex, sameUnit } from './value-index.ts';

interface Surroundings {
  /** Of the sentence alone. */
  readonly sentence: Context;
  /** Of the sentence, and of the question where the sentence says nothing. */
  readonly context: Context;
  /** Figures of the answer that are traced already. */
  readonly cited: readonly Operand[];
}

/** Null when nothing supports it. */
type Trace = (mention: Mention) => Derived | null;

/** With more rows than this two figures that happen to fit prove nothing. */
const MOST_PAIRED = 6;
/** `bus3`, not the end of some id. */
const NUMBERED = /^\p{L}{1,16}(\d+)$/u;

/** Looks through the evidence once; then one `Trace` per sentence. */
export function createTracer(evidence: Evidence): (around: Surroundings) => Trace {
  const values = evidence.facts.filter(({ role }) => role === 'value');
  const findValue = createValueIndex(values);
  return (around) => {
    const totals = lazy(() => totalsOf(values.filter((fact) => !contradicts(fact, around.sentence))));
    const traceValue: Trace = (mention) => {
      const fits = ({ value, key }: Derived) => agrees(mention, value) && sameUnit(mention, key);
      return (
        findValue(mention, (fact) => sameUnit(mention, fact.key) && !contradicts(fact, around.context)) ??
        totals().find(fits) ??
        [...pairs(around.cited), ...durations(mention, around.sentence)].find(fits) ??
        null
      );
    };
    return (mention) => {
      if (mention.name !== null) return evidence.names.has(mention.name) ? asName(mention.name) : null;
      if (mention.role === 'entity') return traceEntity(mention, evidence);
      return mention.role === 'hour' ? traceHour(mention, evidence) : traceValue(mention);
    };
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const asName = (name: string): Derived => ({ value: Number.NaN, source: 'name', path: name, key: '' });

/** `line 3` is a name that ends in 3. */
function traceEntity(mention: Mention, evidence: Evidence): Derived | null {
  const digits = squeeze(mention.text);
  const known = [...evidence.names].some((name) => name === digits || NUMBERED.exec(name)?.[1] === digits);
  const said = evidence.facts.some(({ role, value }) => role === 'entity' && agrees(mention, value));
  return known || said ? asName(digits) : null;
}

const traceHour = (mention: Mention, { facts }: Evidence): Derived | null =>
  facts.find(({ role, value }) => role === 'hour' && agrees(mention, value)) ?? null;

/** Totals of every column, and in short ones the differences and ratios of its rows. */
function totalsOf(facts: readonly Fact[]): Derived[] {
  const columns = toColumns(facts);
  const short = columns.filter(({ length }) => length <= MOST_PAIRED);
  return [...columns.flatMap(aggregates), ...short.flatMap(pairs)];
}

function toColumns(facts: readonly Fact[]): Fact[][] {
  const columns = new Map<string, Fact[]>();
  for (const fact of facts) {
    const id = `${fact.source} ${fact.table}`;
    const column = columns.get(id);
    if (column) column.push(fact);
    else columns.set(id, [fact]);
  }
  return [...columns.values()];
}

const pairs = (operands: readonly Operand[]): Derived[] =>
  operands.flatMap((a) => operands.filter((b) => b !== a).flatMap((b) => combine(a, b)));

/** From hour 17 to hour 19 is 2 or, with both ends, 3 hours. */
function durations({ unit }: Mention, sentence: Context): Derived[] {
  const hours = [...(sentence.get('hour') ?? [])].map(Number);
  if (unit !== 'h' || hours.length < 2) return [];
  const length = Math.max(...hours) - Math.min(...hours);
  return [length, length + 1].map((value) => ({ value, source: 'answer', path: 'hours', key: 'hours' }));
}

/** Plain arithmetic on two figures: what an answer may compute from what it cites. */
export interface Operand {
  readonly value: number;
  readonly source: string;
  readonly path: string;
  readonly key: string;
}

const PERCENT = 100;

/** Differences and sums keep the unit; a ratio has none, or is in percent. */
function combine(a: Operand, b: Operand): Derived[] {
  const derived = (operator: string, value: number, key: string): Derived => ({
    value,
    source: a.source === b.source ? a.source : `${a.source}, ${b.source}`,
    path: `${a.path} ${operator} ${b.path}`,
    key,
  });
  const linear =
    a.key === b.key || a.key === '' || b.key === ''
      ? [derived('-', a.value - b.value, a.key), derived('+', a.value + b.value, a.key)]
      : [];
  if (b.value === 0) return linear;
  const ratio = a.value / b.value;
  return [
    ...linear,
    derived('/', ratio, 'ratio'),
    derived('/', ratio * PERCENT, 'percent'),
    derived('relative to', (ratio - 1) * PERCENT, 'percent'),
  ];
}
