/** Where the optimum of a relaxation has its columns and rows; HiGHS numbers the statuses in the same way. */
export interface Basis {
  /** Statuses, shapes [columns] and [rows]; as many are basic as there are rows. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** At the lower limit, basic, at the upper limit; 3 is free at zero. */
export const AT_LOWER = 0;
export const BASIC = 1;
export const AT_UPPER = 2;
