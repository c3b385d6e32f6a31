/**
 * Sums whose error does not grow with the number of terms: Neumaier's variant of Kahan's summation (Neumaier, ZAMM 54, 1974).
 * The error is a few units in the last place of the largest intermediate sum, in any order of terms.
 */

interface Running {
  sum: number;
  /** Accumulated rounding error. */
  lost: number;
}

function add(running: Running, value: number): void {
  const next = running.sum + value;
  running.lost +=
    Math.abs(running.sum) >= Math.abs(value) ? running.sum - next + value : value - next + running.sum;
  running.sum = next;
}

export function exactSum(values: Iterable<number>): number {
  const running = { sum: 0, lost: 0 };
  for (const value of values) add(running, value);
  return running.sum + running.lost;
}

/** Sums of figures by key: `add` adds each figure of a record to the sum of its name. */
export interface Tally {
  add(key: string, figures: object): void;
  /** Adds the sums of the key `from` of another tally to the sums of `key`. */
  merge(key: string, other: Tally, from: string): void;
  /** Keys in the order in which they received their first figure. */
  keys(): string[];
  /** Sums of a key; an empty record for an unknown key. */
  get(key: string): Record<string, number>;
  /** Sums of a key together with their rounding errors. */
  running(key: string): ReadonlyMap<string, Readonly<Running>>;
}

const NONE: ReadonlyMap<string, Readonly<Running>> = new Map();

export function createTally(): Tally {
  const rows = new Map<string, Map<string, Running>>();
  function rowOf(key: string): Map<string, Running> {
    const existing = rows.get(key);
    if (existing) return existing;
    const row = new Map<string, Running>();
    rows.set(key, row);
    return row;
  }
  return {
    add(key, figures) {
      const row = rowOf(key);
      for (const [name, value] of Object.entries(figures)) {
        if (typeof value !== 'number') continue;
        const running = row.get(name);
        if (running) add(running, value);
        else row.set(name, { sum: value, lost: 0 });
      }
    },
    merge(key, other, from) {
      const row = rowOf(key);
      for (const [name, { sum, lost }] of other.running(from)) {
        const running = row.get(name) ?? { sum: 0, lost: 0 };
        add(running, sum);
        running.lost += lost;
        row.set(name, running);
      }
    },
    running: (key) => rows.get(key) ?? NONE,
    keys: () => [...rows.keys()],
    get: (key) =>
      Object.fromEntries([...(rows.get(key) ?? [])].map(([name, { sum, lost }]) => [name, sum + lost])),
  };
}
