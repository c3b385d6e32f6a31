/** Context of a sentence: the hours and record names that it mentions. */
import type { Evidence } from './evidence.ts';
import type { Fact } from './facts.ts';
import { type Mention, roleAfter } from './mentions.ts';

/** Label -> values that the sentence mentions; a label without an entry may have any value. */
export type Context = ReadonlyMap<string, ReadonlySet<string | number>>;

const SPAN = /\d\s*(?:-|\u2013|\u2014|to|through|until|till|bis|a|\u00e0|al?|at\u00e9|and|y|und|et|e)\s*\d/i;
const LONGEST_SPAN_H = 8784;
const SHORT = 3;

type ReadContext = (sentence: string, mentions: readonly Mention[]) => Context;

/** Compiles the patterns of all names once; the returned function reads the context of a sentence. */
export function createContextReader({ labels }: Pick<Evidence, 'labels'>): ReadContext {
  const names = [...labels].flatMap(([label, values]) =>
    label === 'hour' ? [] : [...values].map((value) => ({ label, value, pattern: toPattern(String(value)) })),
  );
  return (sentence, mentions) => {
    const context = new Map<string, Set<string | number>>();
    for (const { label, value, pattern } of names) {
      if (pattern?.test(sentence)) context.set(label, (context.get(label) ?? new Set()).add(value));
    }
    const hours = hoursOf(sentence, mentions);
    if (hours.size > 0) context.set('hour', hours);
    return context;
  };
}

/** Context of a sentence; labels that the sentence does not mention are taken from the question. */
export const within = (sentence: Context, question: Context): Context => new Map([...question, ...sentence]);

/** True if the fact has a different subject than the context. */
export function contradicts({ labels }: Fact, context: Context): boolean {
  for (const [label, spoken] of context) {
    const value = labels.get(label);
    if (value !== undefined && !spoken.has(value)) return true;
  }
  return false;
}

function hoursOf(sentence: string, mentions: readonly Mention[]): Set<number> {
  const hours = mentions
    .filter(({ role }) => role === 'hour')
    .flatMap(({ readings }) => readings.map(({ value }) => value));
  if (hours.length !== 2 || !SPAN.test(sentence)) return new Set(hours);
  const [from = 0, to = 0] = hours.toSorted((a, b) => a - b);
  return new Set(Array.from({ length: Math.min(to - from, LONGEST_SPAN_H) + 1 }, (_, i) => from + i));
}

/**
 * Pattern that matches the name as a whole word, with its parts optionally separated (`bus_3`, `bus 3`); undefined for a
 * name without letters or digits.
 */
function toPattern(name: string): RegExp | undefined {
  const parts = name.match(/\d+|[^\d\s_-]+/g);
  if (!parts) return undefined;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('[\\s_-]?');
  // Short names are case-sensitive: `A` may be a unit, `a` is a word.
  const flags = name.length < SHORT ? 'u' : 'iu';
  return new RegExp(`(?<![\\p{L}\\d_])${pattern}(?![\\p{L}\\d])`, flags);
}

/**
 * Masks names that look like figures, such as the line `16-17`, keeping the length. In a sentence about hours, `16-17`
 * is a range and is not masked.
 */
export function maskNames(sentence: string, numbered: ReadonlySet<string>): string {
  let masked = sentence;
  for (const name of numbered) {
    for (let at = masked.indexOf(name); at >= 0; at = masked.indexOf(name, at + 1)) {
      const before = masked.slice(0, at);
      const isWhole = !/[\d.,-]$/.test(before) && !/^[\d-]|^[.,]\d/.test(masked.slice(at + name.length));
      if (!isWhole || roleAfter(before) === 'hour') continue;
      masked = before + '\u0001'.repeat(name.length) + masked.slice(at + name.length);
    }
  }
  return masked;
}
