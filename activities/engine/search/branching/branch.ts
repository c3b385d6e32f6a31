/** A part of the commitments, by bounds of the integer columns, and what its relaxation says. */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { UnitCount } from '../../../uc/formulation/unit-counts.ts';
import type { Bounds } from '../../model/integer-columns.ts';
import { distanceToWhole } from '../kernels/search-state.ts';

export interface Branch {
  /** Bounds of the integer columns. */
  readonly bounds: Bounds;
  /** Lower bound of its schedules, $. */
  readonly bound: number;
  /** Numbers of units to branch on, the most promising first. */
  readonly counts: readonly OpenCount[];
  /** Duals of the rows of the relaxation, and their positions in the whole model. */
  readonly duals: Float64Array;
  readonly rows: readonly number[];
  /** Where it has its optimum; a byte a status, since there may be many branches. */
  readonly basis: SmallBasis | undefined;
  /** Branchings above it. */
  readonly depth: number;
  /** The division that it is a branch of; absent = it is everything. */
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

/** A number of units that the relaxation of a branch leaves between two whole ones. */
interface OpenCount {
  readonly count: UnitCount;
  /** In the relaxation. */
  readonly value: number;
}

type Stretch = OpenCount & { hours: number };

/** A number this near to a whole one is whole. */
const WHOLE = 0.02;
/** Numbers of following hours that differ by less are one: minimum times tie them together. */
const SAME = 1e-4;

/** The most promising first; one for each stretch of hours with the same value. */
export function openCounts(counts: readonly UnitCount[], primal: Float64Array): OpenCount[] {
  const stretches: Stretch[] = [];
  for (const count of counts) {
    const value = primal[count.column] ?? 0;
    if (distanceToWhole(value) < WHOLE) continue;
    const last = stretches.at(-1);
    if (last && follows(last, count) && Math.abs(last.value - value) < SAME) last.hours += 1;
    else stretches.push({ count, value, hours: 1 });
  }
  return stretches.sort((a, b) => weight(b) - weight(a) || a.count.column - b.count.column);
}

const follows = ({ count, hours }: Stretch, { unitClass, hour }: UnitCount): boolean =>
  count.unitClass === unitClass && count.hour + hours === hour;

/** MW that rounding it moves; longer stretches move it in more hours, but not in each as much. */
const weight = ({ count, value, hours }: Stretch): number =>
  distanceToWhole(value) * count.mw * Math.sqrt(hours);
