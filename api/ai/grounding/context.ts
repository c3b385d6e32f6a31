/** What a sentence speaks of: the hours and the names of records that it mentions. */
import type { Evidence, Fact } from './fact.ts';
import type { Mention } from './mentions/mention.ts';

/** Label -> the values that are mentioned; absent = none is, so any will do. */
export type Context = ReadonlyMap<string, ReadonlySet<string | number>>;

const SPAN = /\d\s*(?:-|\u2013|\u2014|to|through|until|till|bis|a|\u00e0|al?|at\u00e9|and|y|und|et|e)\s*\d/i;
const LONGEST_SPAN_H = 8784;
const SHORT = 3;

export function contextOf(sentence: string, mentions: readonly Mention[], { labels }: Evidence): Context {
  const context = new Map<string, ReadonlySet<string | number>>();
  for (const [label, values] of labels) {
    if (label === 'hour') continue;
    const mentioned = [...values].filter((value) => isNamed(sentence, String(value)));
    if (mentioned.length > 0) context.set(label, new Set(mentioned));
  }
  const hours = hoursOf(sentence, mentions);
  if (hours.size > 0) context.set('hour', hours);
  return context;
}

/** What the sentence leaves open is as the question had it. */
export const within = (sentence: Context, question: Context): Context => new Map([...question, ...sentence]);

/** Whether the fact is about something other than what is spoken of. */
export const contradicts = ({ labels }: Fact, context: Context): boolean =>
  [...labels].some(([label, value]) => {
    const spoken = context.get(label);
    return spoken !== undefined && !spoken.has(value);
  });

function hoursOf(sentence: string, mentions: readonly Mention[]): Set<number> {
  const hours = mentions
    .filter(({ role }) => role === 'hour')
    .flatMap(({ readings }) => readings.map(({ value }) => value));
  if (hours.length !== 2 || !SPAN.test(sentence)) return new Set(hours);
  const [from = 0, to = 0] = hours.toSorted((a, b) => a - b);
  return new Set(Array.from({ length: Math.min(to - from, LONGEST_SPAN_H) + 1 }, (_, i) => from + i));
}

/** As a word of its own; its parts may be set apart: `bus_3`, `bus 3`. */
function isNamed(sentence: string, name: string): boolean {
  const parts = name.match(/\d+|[^\d\s_-]+/g);
  if (!parts) return false;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('[\\s_-]?');
  // `A` is a unit, `a` is a word.
  const flags = name.length < SHORT ? 'u' : 'iu';
  return new RegExp(`(?<![\\p{L}\\d_])${pattern}(?![\\p{L}\\d])`, flags).test(sentence);
}
