/** How much time each user has used lately: half of it is forgotten every 20 s, so that a minute ago hardly counts. */

const HALF_LIFE_MS = 20_000;
/** Shorter times count as zero, ms. */
const NOTHING_MS = 1;
/** Users are looked through for those who have used nothing lately when there are so many. */
const MANY = 1000;

export interface TimeUsed {
  /** ms. */
  of(userId: string): number;
  add(userId: string, ms: number): void;
}

/** `now`: ms. */
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

/** Used without a pause, a share of all time comes to so much in the end, ms. */
export const steadyMs = (share: number): number => (share * HALF_LIFE_MS) / Math.LN2;
