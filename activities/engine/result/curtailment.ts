/** Curtailment of renewables: available power that is not taken. Within an energy limit only the energy that the limit leaves over counts. */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';

interface Limited {
  /** MW. */
  readonly p_max: readonly number[];
  readonly energy_limits: readonly {
    readonly first_hour: number;
    readonly last_hour: number;
    /** A sum over intervals, MW. */
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
    const unusedMwh = Math.max(0, mwh - sum(taken));
    const all = sum(unused);
    for (let t = first_hour; t <= last_hour; t++)
      share[t] = Math.min(share[t] ?? 1, all > unusedMwh ? unusedMwh / all : 1);
  }
  return unused.map((mw, t) => rounded(mw * (share[t] ?? 1)));
}
