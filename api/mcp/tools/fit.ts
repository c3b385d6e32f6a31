/** Limits the size of an answer to what a conversation can hold. */

/** Maximum number of characters of an answer; a token has about four characters. */
export const MOST_CHARACTERS = 25_000;
/** Characters reserved for the list of cuts and for the sentence that accompanies the answer. */
const ROOM = 2500;
const MOST_CUTS = 12;
const MOST_SENTENCE = 600;

interface Cut {
  /** Path of a list in the answer. */
  readonly what: string;
  readonly shown: number;
  readonly total: number;
}

const sizeOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/**
 * The answer, shortened to the limit: lists keep their first entries, and `cut` names each shortened list with its
 * total. `narrow`: advice to the model how to request less.
 */
export function fitted(answer: object, narrow: string): Record<string, unknown> {
  if (sizeOf(answer) <= MOST_CHARACTERS - ROOM) return { ...answer };
  const cuts: Cut[] = [];
  const shown = cutObject(answer, MOST_CHARACTERS - ROOM, '', cuts);
  const most = cuts.toSorted((a, b) => b.total - b.shown - (a.total - a.shown)).slice(0, MOST_CUTS);
  return { ...shown, cut: most.map((cut) => ({ ...cut, what: cut.what.slice(-80) })), more: narrow };
}

function cutValue(value: unknown, budget: number, path: string, cuts: Cut[]): unknown {
  if (sizeOf(value) <= budget) return value;
  if (typeof value === 'string') return cutText(value, budget, path, cuts);
  if (Array.isArray(value)) return cutList(value, budget, path, cuts);
  return typeof value === 'object' && value !== null ? cutObject(value, budget, path, cuts) : value;
}

function cutText(text: string, budget: number, path: string, cuts: Cut[]): string {
  let length = Math.max(0, budget - 3);
  // Shortens further, because JSON escapes make some characters longer.
  while (length > 0 && sizeOf(text.slice(0, length)) > budget - 1) length = Math.floor(length * 0.9);
  cuts.push({ what: path, shown: length, total: text.length });
  return `${text.slice(0, length)}…`;
}

/** Keeps as many of the first entries as fit, each complete; if not even one fits, a part of the first entry. */
function cutList(list: readonly unknown[], budget: number, path: string, cuts: Cut[]): unknown[] {
  const shown: unknown[] = [];
  let room = budget - 2;
  for (const item of list) {
    const size = sizeOf(item) + 1;
    if (size > room) break;
    shown.push(item);
    room -= size;
  }
  if (shown.length === 0 && list.length > 0 && room > MOST_SENTENCE)
    shown.push(cutValue(list[0], room - 1, `${path}[0]`, cuts));
  if (shown.length < list.length) cuts.push({ what: path, shown: shown.length, total: list.length });
  return shown;
}

/** Keeps small fields whole; large fields share the remaining budget. Of very many fields, only the first are kept. */
function cutObject(object: object, budget: number, path: string, cuts: Cut[]): Record<string, unknown> {
  const all = Object.entries(object).filter(([, value]) => value !== undefined);
  const few = all.slice(0, Math.max(1, Math.floor(budget / 40)));
  if (few.length < all.length) cuts.push({ what: path, shown: few.length, total: all.length });
  let room = budget - 2 - few.reduce((sum, [name]) => sum + sizeOf(name) + 2, 0);
  const bySize = few.toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b));
  const shown = new Map<string, unknown>();
  for (const [at, [name, value]] of bySize.entries()) {
    const share = Math.floor(room / (bySize.length - at));
    const now = cutValue(value, share, path === '' ? name : `${path}.${name}`, cuts);
    room -= sizeOf(now);
    shown.set(name, now);
  }
  return Object.fromEntries(few.map(([name]) => [name, shown.get(name)]));
}

/** Summary in one sentence, for clients that do not read structured content. */
export function sentenceOf(answer: Readonly<Record<string, unknown>>): string {
  const { statement } = answer;
  if (typeof statement === 'string' && statement !== '') return shortened(statement);
  const parts = Object.entries(answer).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [`${name}: ${value.length}`];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [`${name}: ${value}`] : [];
  });
  return shortened(parts.join(', '));
}

export const shortened = (text: string, most = MOST_SENTENCE): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
