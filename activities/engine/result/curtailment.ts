/**
 * Curtailment of renewables: available output that is not used. If an energy limit applies, only energy that the limit
 * would still allow counts.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';

interface Limited {
  /** Available output, MW. */
  readonly p_max: readonly number[];
  readonly energy_limits: readonly {
    readonly first_hour: number;
    readonly last_hour: number;
    /** Limit on the sum of the outputs over the intervals, MW. */
    readonly mwh: number;
  }[];
}

/**
 * Curtailed output by interval, MW. The energy that a limit would still allow is distributed over its intervals in
 * proportion to the unused output.
 */
export function curtailed({ p_max, energy_limits }: Limited, used: readonly number[]): number[] {
  const unused = p_max.map((mw, t) => mw - (used[t] ?? 0));
  const share = unused.map(() => 1);
  for (const { first_hour, last_hour, mwh } of energy_limits) {
    const sum = (series: readonly number[]): number =>
      series.slice(first_hour, last_hour + 1).reduce((total, mw) => total + mw, 0);
    const unusedMwh = Math.max(0, mwh - sum(used));
    const all = sum(unused);
    for (let t = first_hour; t <= last_hour; t++)
      share[t] = Math.min(share[t] ?? 1, all > unusedMwh ? unusedMwh / all : 1);
  }
  return unused.map((mw, t) => rounded(mw * (share[t] ?? 1)));
}
