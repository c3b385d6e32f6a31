/** Recent use of time by user. It decays by half every 20 s, so that use a minute ago hardly counts. */

const HALF_LIFE_MS = 20_000;
/** Times below this count as zero, ms. */
const NOTHING_MS = 1;
/** Number of users above which users without recent use are removed. */
const MANY = 1000;

export interface TimeUsed {
  /** Recent use of a user, ms. */
  of(userId: string): number;
  add(userId: string, ms: number): void;
}

/** Creates the counter. `now`: clock, ms. */
export function createTimeUsed(now: () => number = () => performance.now()): TimeUsed {
  const users = new Map<string, { readonly ms: number; readonly at: number }>();
  const of = (userId: string): number => {
    const used = users.get(userId);
    return used ? used.ms * 2 ** ((used.at - now()) / HALF_LIFE_MS) : 0;
  };
  return {
    of,
    add: (userId, ms) => {
      if (users.size >= MANY) for (const each of users.keys()) if (of(each) < NOTHING_MS) users.delete(each);
      users.set(userId, { ms: of(userId) + ms, at: now() });
    },
  };
}

/** Value to which the decayed sum converges for a user who constantly uses `share` of the time, ms. */
export const steadyMs = (share: number): number => (share * HALF_LIFE_MS) / Math.LN2;
