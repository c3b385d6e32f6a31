/**
 * Least cost of a unit's commitment over all hours, and least cost with one decision forced, by a shortest path through
 * alternating stretches on and off (Frangioni, Gentile, Solving nonlinear single-unit commitment problems with ramping
 * constraints, Operations Research 54, 2006). Let F(i) and B(i) be the least cost before and after a change of state in
 * hour i. A path with the stretch [i, j), of cost c, then costs at least F(i) + c + B(j). The least such cost over all
 * stretches in a state that contain an hour is the min-marginal of this state in this hour.
 */

/**
 * Stretches: runs of consecutive hours [from, to) in one state; from = -1: since before the first hour; to = periods:
 * until the end.
 */
export interface Stretches {
  readonly periods: number;
  readonly onBefore: boolean;
  /**
   * Cost of a stretch (run of hours) on, including the start; Infinity if it is not allowed. The next field: off, with
   * the stop.
   */
  on(from: number, to: number): number;
  off(from: number, to: number): number;
}

/**
 * Least costs, $: of the whole horizon (`optimum`), and with one decision fixed (arrays, shape [T]). Infinity if no
 * commitment contains the decision.
 */
export interface MinMarginals {
  readonly optimum: number;
  readonly on: Float64Array;
  readonly off: Float64Array;
  readonly startup: Float64Array;
  readonly shutdown: Float64Array;
}

/** One state, on or off: costs of its runs of hours, and least costs of the hours before and after a change to it. */
interface State {
  /** Cost of the run of hours [from, to), $, at position (from + 1) * (periods + 1) + to. */
  readonly costs: Float64Array;
  /**
   * Least cost of the hours before hour i if the state is entered in hour i, stored at i + 1. Position 0 is for the
   * initial state. Shape [T + 1].
   */
  readonly before: Float64Array;
  /** Least cost of the hours from i on if the state is entered in hour i; 0 at T; shape [T + 1]. */
  readonly after: Float64Array;
}

const IMPOSSIBLE = Number.POSITIVE_INFINITY;

export function minMarginals(stretches: Stretches): MinMarginals {
  const { periods, onBefore } = stretches;
  const on = state(periods, onBefore, (from, to) => stretches.on(from, to));
  const off = state(periods, !onBefore, (from, to) => stretches.off(from, to));
  for (let hour = 0; hour < periods; hour++) {
    on.before[hour + 1] = cheapestEntry(periods, off, hour);
    off.before[hour + 1] = cheapestEntry(periods, on, hour);
  }
  for (let hour = periods - 1; hour >= 0; hour--) {
    on.after[hour] = cheapestRest(periods, on, off, hour);
    off.after[hour] = cheapestRest(periods, off, on, hour);
  }
  const onMarginals = covering(periods, on, off);
  const offMarginals = covering(periods, off, on);
  return {
    optimum: Math.min(onMarginals[0] ?? IMPOSSIBLE, offMarginals[0] ?? IMPOSSIBLE),
    on: onMarginals,
    off: offMarginals,
    startup: entering(periods, on),
    shutdown: entering(periods, off),
  };
}

function state(periods: number, initial: boolean, cost: (from: number, to: number) => number): State {
  const costs = new Float64Array((periods + 1) * (periods + 1)).fill(IMPOSSIBLE);
  for (let from = initial ? -1 : 0; from < periods; from++) {
    for (let to = from + 1; to <= periods; to++) costs[(from + 1) * (periods + 1) + to] = cost(from, to);
  }
  const before = new Float64Array(periods + 1).fill(IMPOSSIBLE);
  if (initial) before[0] = 0;
  return { costs, before, after: new Float64Array(periods + 1) };
}

/** Least cost of the hours before `hour` if they end with a run of hours in this state. */
function cheapestEntry(periods: number, { costs, before }: State, hour: number): number {
  let least = IMPOSSIBLE;
  for (let row = 0; row <= hour; row++) {
    const cost = value(before, row) + value(costs, row * (periods + 1) + hour);
    if (cost < least) least = cost;
  }
  return least;
}

/**
 * Least cost of the hours from `hour` on if they begin with a run of hours in this state. `other`: the opposite state.
 */
function cheapestRest(periods: number, { costs }: State, other: State, hour: number): number {
  let least = IMPOSSIBLE;
  for (let to = hour + 1; to <= periods; to++) {
    const cost = value(costs, (hour + 1) * (periods + 1) + to) + value(other.after, to);
    if (cost < least) least = cost;
  }
  return least;
}

/** For each hour, the least cost of all paths that are in this state in that hour. `other`: the opposite state. */
function covering(periods: number, { costs, before }: State, other: State): Float64Array {
  const marginals = new Float64Array(periods).fill(IMPOSSIBLE);
  for (let row = 0; row <= periods; row++) {
    const start = value(before, row);
    if (start === IMPOSSIBLE) continue;
    const first = Math.max(0, row - 1);
    let least = IMPOSSIBLE;
    for (let to = periods; to > first; to--) {
      const cost = start + value(costs, row * (periods + 1) + to) + value(other.after, to);
      if (cost < least) least = cost;
      if (least < value(marginals, to - 1)) marginals[to - 1] = least;
    }
  }
  return marginals;
}

const entering = (periods: number, { before, after }: State): Float64Array =>
  Float64Array.from({ length: periods }, (_, t) => value(before, t + 1) + value(after, t));

const value = (values: Float64Array, at: number): number => values[at] ?? IMPOSSIBLE;
