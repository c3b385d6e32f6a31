/** Numbers of units that the relaxation of a branch leaves between two whole ones, the most promising first. */
import type { UnitCount } from '../../uc/formulation/unit-counts.ts';

export interface OpenCount {
  readonly count: UnitCount;
  /** In the relaxation. */
  readonly value: number;
}

interface Stretch extends OpenCount {
  hours: number;
}

/** A number this near to a whole one is whole. */
const WHOLE = 0.02;
/** Numbers of following hours that differ by less are one: minimum times tie them together. */
const SAME = 1e-4;

/** One for each stretch of hours with the same value. */
export function openCounts(counts: readonly UnitCount[], primal: Float64Array): OpenCount[] {
  const stretches: Stretch[] = [];
  for (const count of counts) {
    const value = primal[count.column] ?? 0;
    if (distance(value) < WHOLE) continue;
    const last = stretches.at(-1);
    if (last && follows(last, count) && Math.abs(last.value - value) < SAME) last.hours += 1;
    else stretches.push({ count, value, hours: 1 });
  }
  return stretches.sort((a, b) => weight(b) - weight(a) || a.count.column - b.count.column);
}

const distance = (value: number): number => Math.abs(value - Math.round(value));

const follows = ({ count, hours }: Stretch, { unitClass, hour }: UnitCount): boolean =>
  count.unitClass === unitClass && count.hour + hours === hour;

/** MW that rounding it moves; longer stretches move it in more hours, but not in each as much. */
const weight = ({ count, value, hours }: Stretch): number => distance(value) * count.mw * Math.sqrt(hours);
