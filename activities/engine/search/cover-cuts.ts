/**
 * Cuts of a network: sets S of units of which one must be on in an hour, since without all of them no dispatch of the
 * hour satisfies the flow limits, with or without an outage,
 *
 * sum_{g in S} u_g >= 1
 *
 * They are minimal covers (Balas, Facets of the knapsack polytope, Math. Prog. 8, 1975), found by probing one hour
 * (Savelsbergh, Preprocessing and probing techniques for mixed integer programming problems, ORSA J. Computing 6, 1994)
 * instead of a single row, because no row contains all units behind the same lines.
 */
import { atLeast, type Row, type Term } from '../../milp/model.ts';
import { openHour } from '../model/hour-alone.ts';
import type { OpenedSearch } from './open-search.ts';

/** Least violation for which a cut is added. */
const LEAST_VIOLATION = 0.02;
/** Maximum number of linear programs of single hours per case. */
const MOST_PROBES = 2_000;

type Hour = Awaited<ReturnType<typeof openHour>>;

/**
 * Creates the separation of cuts; undefined if load may be shed at a price, so that every hour is feasible, or if units
 * are merged. The caller disposes of its sessions.
 */
export function coverCuts({ solve, instance, formulation: { x }, openPart, clock }: OpenedSearch) {
  const { units, periods, network, mayShed } = instance;
  const isHard = network.lines.length > 0 && !mayShed;
  if (!isHard || units.some(({ count }) => count > 1)) return undefined;
  const hours = new Map<number, Hour>();
  let probes = 0;
  const isPossible = async (t: number, off: readonly number[]): Promise<boolean> => {
    if (probes >= MOST_PROBES) return true;
    probes += 1;
    const hour = hours.get(t) ?? (await openHour(solve.prepared, t, openPart));
    hours.set(t, hour);
    const columns = Int32Array.from(units, (_, g) => hour.formulation.x.on(g, 0));
    const upper = Float64Array.from(units, (_, g) => (off.includes(g) ? 0 : 1));
    hour.session.setBounds(columns, new Float64Array(units.length), upper);
    return hour.model.relax(clock).outcome !== 'infeasible';
  };
  /** Units with the smallest values in the relaxation, as many as add up to less than 1. */
  const leastOn = (share: (g: number) => number): number[] => {
    let remaining = 1 - LEAST_VIOLATION;
    return [...units.keys()]
      .sort((a, b) => share(a) - share(b))
      .filter((g) => {
        remaining -= share(g);
        return remaining >= 0;
      });
  };
  /**
   * A minimal subset of `some` that makes an hour infeasible if its units and `others` are off. Earlier units are
   * preferred (Junker, QuickXplain, AAAI 2004).
   */
  const minimalSubset = async (
    t: number,
    others: readonly number[],
    some: readonly number[],
  ): Promise<readonly number[]> => {
    if (!(await isPossible(t, others))) return [];
    if (some.length <= 1) return some;
    const [first, last] = [some.slice(0, some.length >> 1), some.slice(some.length >> 1)];
    const ofLast = await minimalSubset(t, [...others, ...first], last);
    return [...(await minimalSubset(t, [...others, ...ofLast], first)), ...ofLast];
  };
  return {
    /** Finds cuts that the solution `primal` of the relaxation violates. */
    async separate(primal: Float64Array): Promise<Row[]> {
      const cuts: Row[] = [];
      for (let t = 0; t < periods; t++) {
        const off = leastOn((g) => primal[x.on(g, t)] ?? 0);
        if (off.length === 0 || (await isPossible(t, off))) continue;
        const cover = (await minimalSubset(t, [], off)).map((g): Term => [1, x.on(g, t)]);
        if (cover.length > 0) cuts.push(atLeast(1, cover));
      }
      return cuts;
    },
    dispose: () => {
      for (const { session } of hours.values()) session.dispose();
    },
  };
}
