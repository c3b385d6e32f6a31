/** What renewables do not give though they could. Within an energy limit that is what the limit leaves over, and no more. */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';

interface Limited {
  /** MW. */
  readonly p_max: readonly number[];
  readonly energy_limits: readonly {
    readonly first_hour: number;
    readonly last_hour: number;
    /** Of intervals rather than of hours. */
    readonly mwh: number;
  }[];
}

/** MW by interval: what a limit leaves over is spread over its intervals as what is not taken there. */
export function curtailed({ p_max, energy_limits }: Limited, taken: readonly number[]): number[] {
  const unused = p_max.map((mw, t) => mw - (taken[t] ?? 0));
  const share = unused.map(() => 1);
  for (const { first_hour, last_hour, mwh } of energy_limits) {
    const sum = (series: readonly number[]): number =>
      series.slice(first_hour, last_hour + 1).reduce((total, mw) => total + mw, 0);
    const left = Math.max(0, mwh - sum(taken));
    const all = sum(unused);
    for (let t = first_hour; t <= last_hour; t++)
      share[t] = Math.min(share[t] ?? 1, all > left ? left / all : 1);
  }
  return unused.map((mw, t) => rounded(mw * (share[t] ?? 1)));
}
