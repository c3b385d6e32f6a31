/** Token budgets of users: what a call may need is taken before it and what it did not need given back. */
import type { AccessLevel } from '../modules/catalog.ts';

export interface Reservation {
  /** Takes more for the same answer; false when there is too little left. */
  extend(tokens: number): Promise<boolean>;
  /** Replaces what was reserved by what was used, prompt + completion tokens; once. */
  settle(tokens: number): Promise<void>;
}

export interface TokenBudgets {
  /** Longest answer of a level, tokens. */
  maxOutput(level: AccessLevel): number;
  /** Throws `RateLimited` with the time to the end of the window that is exhausted. */
  reserve(userId: string, level: AccessLevel, tokens: number): Promise<Reservation>;
}
