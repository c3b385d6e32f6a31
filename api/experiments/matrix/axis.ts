/** The values of one variable, either walked through level by level or drawn at a share of its range. */
export interface Axis {
  /** Number of levels; a float, as it may exceed what an array can hold. */
  readonly count: number;
  /** The level at an index in [0, count). */
  level(index: number): number | string;
  /** The value at a share in [0, 1): equal shares are equally likely. */
  at(share: number): number | string;
}
