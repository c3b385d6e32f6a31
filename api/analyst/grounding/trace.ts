/**
 * Finds the support of a figure: a fact about the subject of the sentence, a total of such facts, or plain arithmetic on
 * figures of the answer itself.
 */
import { type Context, contradicts } from './context.ts';
import type { Evidence } from './evidence.ts';
import type { Basis, Fact } from './facts.ts';
import { type Mention, squeeze } from './mentions.ts';
import { type Reading, unitOfKey } from './numbers.ts';

interface Surroundings {
  /** Subject that the sentence names. */
  readonly sentence: Context;
  /** Subject of the sentence; parts that it does not name are taken from the question. */
  readonly context: Context;
  /** Figures of the answer traced so far. */
  readonly cited: readonly Basis[];
}

/** Returns the support of a figure; null for an unsupported figure. */
type Trace = (mention: Mention) => Basis | null;

/** Largest number of rows whose pairs are combined; among more rows, two figures may match by coincidence. */
const MOST_PAIRED = 6;
/** Pattern of a numbered name: matches `bus3`, but not the end of an id. */
const NUMBERED = /^\p{L}{1,16}(\d+)$/u;

/** Indexes the evidence once; the returned function makes a `Trace` for one sentence. */
export function createTracer(evidence: Evidence): (around: Surroundings) => Trace {
  const values = evidence.facts.filter(({ role }) => role === 'value');
  const findValue = createValueIndex(values);
  return (around) => {
    const totals = lazy(() => totalsOf(values.filter((fact) => !contradicts(fact, around.sentence))));
    const traceValue: Trace = (mention) => {
      const fits = ({ value, key }: Basis) => agrees(mention, value) && sameUnit(mention, key);
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

const asName = (name: string): Basis => ({ value: Number.NaN, source: 'name', path: name, key: '' });

/** Finds support for `line 3`: a name that ends in 3, or an entity in the facts. */
function traceEntity(mention: Mention, evidence: Evidence): Basis | null {
  const digits = squeeze(mention.text);
  const isName = [...evidence.names].some((name) => name === digits || NUMBERED.exec(name)?.[1] === digits);
  const said = evidence.facts.some(({ role, value }) => role === 'entity' && agrees(mention, value));
  return isName || said ? asName(digits) : null;
}

const traceHour = (mention: Mention, { facts }: Evidence): Basis | null =>
  facts.find(({ role, value }) => role === 'hour' && agrees(mention, value)) ?? null;

/** Totals of every column, and for short columns differences and ratios of rows as well. */
function totalsOf(facts: readonly Fact[]): Basis[] {
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

const pairs = (operands: readonly Basis[]): Basis[] =>
  operands.flatMap((a) => operands.filter((b) => b !== a).flatMap((b) => combine(a, b)));

/** Durations between hours: hour 17 to hour 19 is 2 hours, or 3 if both ends count. */
function durations({ unit }: Mention, sentence: Context): Basis[] {
  const hours = [...(sentence.get('hour') ?? [])].map(Number);
  if (unit !== 'h' || hours.length < 2) return [];
  const length = Math.max(...hours) - Math.min(...hours);
  return [length, length + 1].map((value) => ({ value, source: 'answer', path: 'hours', key: 'hours' }));
}

/**
 * Finds the first fact, in the given order, whose value matches a figure and that satisfies `wanted`. Facts are sorted
 * by magnitude to limit the search.
 */
function createValueIndex(facts: readonly Fact[]) {
  const magnitudes = facts.map(({ value }) => Math.abs(value));
  const places = facts.map((_, place) => place);
  places.sort((a, b) => (magnitudes[a] ?? 0) - (magnitudes[b] ?? 0));
  const sorted = Float64Array.from(places, (place) => magnitudes[place] ?? 0);
  const near = (reading: Reading): number[] => {
    const value = Math.abs(reading.value);
    const slack = slackOf(reading, value + reading.tolerance);
    return places.slice(firstFrom(sorted, value - slack), firstAbove(sorted, value + slack));
  };
  return (mention: Mention, wanted: (fact: Fact) => boolean): Fact | undefined =>
    [...new Set(mention.readings.flatMap(near))]
      .sort((a, b) => a - b)
      .flatMap((place) => facts[place] ?? [])
      .find((fact) => agrees(mention, fact.value) && wanted(fact));
}

/** Position in ascending `sorted` of the first value that is at least `least`. */
const firstFrom = (sorted: Float64Array, least: number): number => bisect(sorted, (value) => value < least);
/** Position in ascending `sorted` of the first value above `most`. */
const firstAbove = (sorted: Float64Array, most: number): number => bisect(sorted, (value) => value <= most);

function bisect(sorted: Float64Array, isBefore: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] ?? Infinity)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Relative tolerance of floating-point arithmetic. */
const EXACT = 1e-9;

/** Largest distance between the figure and a matching value. */
const slackOf = ({ tolerance }: Reading, value: number): number =>
  tolerance + EXACT * Math.max(1, Math.abs(value));

/** True if a figure equals the value to its number of digits: `a drop of 5` may be -5, but -5 is not 5. */
const agrees = ({ readings }: Pick<Mention, 'readings'>, value: number): boolean =>
  readings.some((reading) => {
    const expected = reading.value < 0 ? value : Math.abs(value);
    return Math.abs(reading.value - expected) <= slackOf(reading, value);
  });

/** True unless both units are known and differ. */
function sameUnit({ unit }: Pick<Mention, 'unit'>, key: string): boolean {
  const keyUnit = unitOfKey(key);
  return unit === null || keyUnit === null || unit === keyUnit;
}

const PERCENT = 100;

/** Arithmetic on two figures. Differences and sums keep the unit; a ratio has none, or is in percent. */
function combine(a: Basis, b: Basis): Basis[] {
  const derived = (operator: string, value: number, key: string): Basis => ({
    value,
    source: a.source === b.source ? a.source : `${a.source}, ${b.source}`,
    path: `${a.path} ${operator} ${b.path}`,
    key,
    operands: [a, b],
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

/** Totals of a column of records: sum, mean, extremes, range and count. */
function aggregates(column: readonly Fact[]): Basis[] {
  const [first] = column;
  if (!first || column.length < 2) return [];
  const values = column.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const { source, table, key } = first;
  const derived = (name: string, value: number, unitKey = key): Basis => ({
    value,
    source,
    path: `${name}(${table})`,
    key: unitKey,
    operands: column,
  });
  return [
    derived('sum', sum),
    derived('mean', sum / values.length),
    derived('min', least),
    derived('max', most),
    derived('spread', most - least),
    derived('count', values.length, 'count'),
    ...[...first.labels.keys()].map((label) =>
      derived(`count_of_${label}`, new Set(column.map(({ labels }) => labels.get(label))).size, 'count'),
    ),
  ];
}
