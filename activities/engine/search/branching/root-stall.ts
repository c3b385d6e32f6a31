/**
 * Whether a search stalls at its root. HiGHS goes on with rounds of cuts there for as long as each gains a little,
 * though a branch on a number of units would gain more.
 */
import type { SearchProgress } from '../../../solvers/solver.ts';

/** Iterations before a search is judged; the rate is that of so many of the last ones, or of this share of all. */
const LEAST = 400;
const LATE = 200;
const LATE_SHARE = 0.3;

interface Sample {
  readonly iterations: number;
  readonly bound: number;
}

/**
 * True once the bound would, at the rate of late, take more than `patience` times the iterations so far until it is at
 * `target`, $.
 */
export function rootStall(target: number, patience: number): (seen: SearchProgress) => boolean {
  const samples: Sample[] = [];
  return ({ iterations, bound, nodes }) => {
    if (bound === null || !iterations || (nodes ?? 0) > 0) return false;
    if (iterations > (samples.at(-1)?.iterations ?? 0)) samples.push({ iterations, bound });
    const spent = iterations - (samples[0]?.iterations ?? iterations);
    if (spent < LEAST) return false;
    const late = iterations - Math.max(LATE, LATE_SHARE * spent);
    const since = samples.find((sample) => sample.iterations >= late);
    if (!since || since.iterations === iterations) return false;
    const rate = (bound - since.bound) / (iterations - since.iterations);
    return target - bound > rate * patience * spent;
  };
}
