/**
 * Finds what a figure rests on: a fact about what the sentence speaks of, a total of such facts, or plain
 * arithmetic on figures that are themselves in the answer.
 */

import { aggregates, type Derived } from './aggregates.ts';
import { agrees, sameUnit } from './agrees.ts';
import { combine, type Operand } from './arithmetic.ts';
import { type Context, contradicts } from './context.ts';
import type { Evidence, Fact } from './fact.ts';
import type { Mention } from './mentions/mention.ts';
import { squeeze } from './mentions/squeeze.ts';

export interface Surroundings {
  readonly evidence: Evidence;
  /** Of the sentence alone. */
  readonly sentence: Context;
  /** Of the sentence, and of the question where the sentence says nothing. */
  readonly context: Context;
  /** Figures of the answer that are traced already. */
  readonly cited: readonly Operand[];
}

/** With more rows than this two figures that happen to fit prove nothing. */
const MOST_PAIRED = 6;

/** Null when nothing supports it. */
export function trace(mention: Mention, around: Surroundings): Derived | null {
  if (mention.name !== null) return around.evidence.names.has(mention.name) ? asName(mention.name) : null;
  if (mention.role === 'entity') return traceEntity(mention, around.evidence);
  if (mention.role === 'hour') return traceHour(mention, around);
  return traceValue(mention, around);
}

const asName = (name: string): Derived => ({ value: Number.NaN, source: 'name', path: name, key: '' });

/** `line 3` is a name that ends in 3. */
function traceEntity(mention: Mention, evidence: Evidence): Derived | null {
  const digits = squeeze(mention.text);
  const known = [...evidence.names].some((name) => name === digits || /\d+$/.exec(name)?.[0] === digits);
  const said = evidence.facts.some(({ role, value }) => role === 'entity' && agrees(mention, value));
  return known || said ? asName(digits) : null;
}

function traceHour(mention: Mention, { evidence }: Surroundings): Derived | null {
  const fact = evidence.facts.find(({ role, value }) => role === 'hour' && agrees(mention, value));
  return fact ?? null;
}

function traceValue(mention: Mention, around: Surroundings): Derived | null {
  const { evidence, sentence, context, cited } = around;
  const values = evidence.facts.filter(({ role }) => role === 'value');
  const fits = ({ value, key }: Derived) => agrees(mention, value) && sameUnit(mention, key);
  const direct = values.find((fact) => fits(fact) && !contradicts(fact, context));
  if (direct) return direct;
  const columns = toColumns(values.filter((fact) => !contradicts(fact, sentence)));
  return (
    columns.flatMap(aggregates).find(fits) ??
    columns
      .filter(({ length }) => length <= MOST_PAIRED)
      .flatMap(pairs)
      .find(fits) ??
    [...pairs(cited), ...durations(mention, sentence)].find(fits) ??
    null
  );
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
