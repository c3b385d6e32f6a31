/**
 * Cuts of a network: units of which one must be on in an hour, since no dispatch of it without all of them keeps the flow
 * limits, before and after contingencies,
 *
 *     sum_{g in S} u_g >= 1
 *
 * They are minimal covers (Balas, Facets of the knapsack polytope, Math. Prog. 8, 1975), found by probing the hour alone
 * (Savelsbergh, Preprocessing and probing techniques for mixed integer programming problems, ORSA J. Computing 6, 1994)
 * instead of a single row: what the units behind the same lines can do together is in no row.
 */
import { atLeast, type Row, type Term } from '../../milp/model.ts';
import { openHour } from '../model/hour-alone.ts';
import type { OpenedSearch } from './open-search.ts';

/** A cut that a relaxation breaks by less gains nothing. */
const LEAST_VIOLATION = 0.02;
/** A case may take so many linear programs of one hour. */
const MOST_PROBES = 2_000;

type Hour = Awaited<ReturnType<typeof openHour>>;

/** Undefined where every hour can be dispatched at a price, or units are merged. Its sessions are to be disposed of. */
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
  /** Units that the relaxation has on the least: as many as it has on for less than one unit together. */
  const leastOn = (share: (g: number) => number): number[] => {
    let left = 1 - LEAST_VIOLATION;
    return [...units.keys()]
      .sort((a, b) => share(a) - share(b))
      .filter((g) => {
        left -= share(g);
        return left >= 0;
      });
  };
  /**
   * The units of `some` that make an hour impossible when they are off beside `others`, and none of which can be left out;
   * of two the one that comes first stays (Junker, QuickXplain, AAAI 2004).
   */
  const needed = async (
    t: number,
    others: readonly number[],
    some: readonly number[],
  ): Promise<readonly number[]> => {
    if (!(await isPossible(t, others))) return [];
    if (some.length <= 1) return some;
    const [first, last] = [some.slice(0, some.length >> 1), some.slice(some.length >> 1)];
    const ofLast = await needed(t, [...others, ...first], last);
    return [...(await needed(t, [...others, ...ofLast], first)), ...ofLast];
  };
  return {
    /** Cuts that the relaxation breaks. */
    async separate(primal: Float64Array): Promise<Row[]> {
      const cuts: Row[] = [];
      for (let t = 0; t < periods; t++) {
        const off = leastOn((g) => primal[x.on(g, t)] ?? 0);
        if (off.length === 0 || (await isPossible(t, off))) continue;
        const cover = (await needed(t, [], off)).map((g): Term => [1, x.on(g, t)]);
        if (cover.length > 0) cuts.push(atLeast(1, cover));
      }
      return cuts;
    },
    dispose: () => {
      for (const { session } of hours.values()) session.dispose();
    },
  };
}
