/** A part of the commitments, by bounds of the integer columns, and what its relaxation says. */
import type { SavedDivision } from '../../../temporal/messages/saved-relaxation.ts';
import type { Bounds } from '../bound-columns.ts';
import type { OpenCount } from './open-counts.ts';

export interface Branch {
  /** Of the integer columns. */
  readonly bounds: Bounds;
  /** Lower bound of its schedules, $. */
  readonly bound: number;
  /** Numbers of units to branch on, the most promising first. */
  readonly counts: readonly OpenCount[];
  /** Of the rows of the relaxation. */
  readonly duals: Float64Array;
  /** Where it has its optimum; a byte a status, since there may be many branches. */
  readonly basis: SmallBasis | undefined;
  /** Branchings above it. */
  readonly depth: number;
  /** Of which division it is a branch; absent = it is everything. */
  readonly place?: Place | undefined;
  /** Position of the division that a similar case had here. */
  readonly planned?: number | undefined;
  /** Cost of the best schedule when it was searched without being closed, $: as long as that is so, once is enough. */
  readonly searchedAt?: number | undefined;
}

/** Position of a division, and the side. */
export type Place = readonly [division: number, side: SavedDivision['side']];

export interface SmallBasis {
  readonly columns: Int8Array;
  readonly rows: Int8Array;
}
