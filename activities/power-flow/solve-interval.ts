/** Power flow of one interval in which units hold voltages only within their reactive limits. */
import { type AcNetwork, add, get } from './ac-network.ts';
import { linearStart, type PowerFlow, PQ, PV, SLACK, solvePowerFlow, type Voltages } from './newton.ts';

/** Tolerance of reactive limits and of voltage set points, pu. */
export const LIMIT_TOLERANCE = 1e-6;
/** Maximum number of power flows of an interval; buses at a limit usually settle within four. */
const MOST_ROUNDS = 12;

/** Given powers, voltages and reactive limits of an interval, pu, shape [buses]. */
export interface OperatingPoint {
  /** Power into the network. The reactive power leaves out units that hold the voltage of their bus. */
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** 1 where a unit or the slack holds the voltage at `vSet`. */
  readonly isHeld: Uint8Array;
  readonly vSet: Float64Array;
  /** Reactive limits of the units that hold the voltage; may be infinite. */
  readonly qMin: Float64Array;
  readonly qMax: Float64Array;
}

export interface IntervalSolution extends PowerFlow {
  /** -1 at the lower, 1 at the upper reactive limit, 0 within; shape [buses]. */
  readonly atLimit: Int8Array;
}

/**
 * Solves an interval. `slack`: one bus of each island, whose power is free. `warm`: voltages to start from; if the
 * search fails from there, it is repeated from those of the linear power flow.
 */
export function solveInterval(
  network: AcNetwork,
  slack: Iterable<number>,
  point: OperatingPoint,
  warm?: Voltages,
): IntervalSolution {
  const kind = Uint8Array.from(point.isHeld, (isHeld) => (isHeld ? PV : PQ));
  for (const bus of slack) kind[bus] = SLACK;
  const first = warm && withLimits(network, kind.slice(), point, heldVoltages(warm, kind, point));
  if (first?.converged) return first;
  const v = point.vSet.map((set, bus) => (kind[bus] === PQ ? 1 : set));
  const second = withLimits(network, kind, point, linearStart(network, kind, point, v));
  return first && first.mismatch < second.mismatch ? first : second;
}

const heldVoltages = ({ v, angle }: Voltages, kind: Uint8Array, { vSet }: OperatingPoint): Voltages => ({
  v: v.map((value, bus) => (kind[bus] === PQ ? value : (vSet[bus] ?? value))),
  angle,
});

/**
 * Repeats the power flow until no bus changes its kind. A bus whose units exceed a reactive limit becomes PQ, with the
 * units at the limit. It becomes PV again, at most once, if its voltage rises above the set point at an upper limit, or
 * falls below it at a lower limit.
 */
function withLimits(
  network: AcNetwork,
  kind: Uint8Array,
  point: OperatingPoint,
  start: Voltages,
): IntervalSolution {
  const atLimit = new Int8Array(kind.length);
  const released = new Uint8Array(kind.length);
  const q = point.q.slice();
  let iterations = 0;
  let at: Voltages = start;
  for (let round = 1; ; round++) {
    const solution = solvePowerFlow(network, kind, { p: point.p, q }, at);
    iterations += solution.iterations;
    const isLast = !solution.converged || round === MOST_ROUNDS;
    if (isLast || !switched(kind, point, solution, { atLimit, released, q }))
      return { ...solution, iterations, atLimit };
    at = heldVoltages(solution, kind, point);
  }
}

interface Switches {
  readonly atLimit: Int8Array;
  readonly released: Uint8Array;
  readonly q: Float64Array;
}

/** Changes the kinds of buses where reactive limits require it; false if no bus changes. */
function switched(kind: Uint8Array, point: OperatingPoint, solution: PowerFlow, to: Switches): boolean {
  let changed = false;
  for (const [bus, isHeld] of point.isHeld.entries()) {
    if (!isHeld || kind[bus] === SLACK) continue;
    const side = to.atLimit[bus] === 0 ? sideExceeded(bus, point, solution) : 0;
    if (side !== 0) {
      to.atLimit[bus] = side;
      add(to.q, bus, get(side > 0 ? point.qMax : point.qMin, bus));
      kind[bus] = PQ;
    } else if (isReleased(bus, point, solution, to)) {
      to.released[bus] = 1;
      to.atLimit[bus] = 0;
      to.q[bus] = get(point.q, bus);
      kind[bus] = PV;
    } else continue;
    changed = true;
  }
  return changed;
}

/** 1 if the units of a bus supply more than their upper limit, -1 if less than their lower limit, else 0. */
function sideExceeded(bus: number, { q, qMin, qMax }: OperatingPoint, solution: PowerFlow): number {
  const supplied = get(solution.q, bus) - get(q, bus);
  if (supplied > get(qMax, bus) + LIMIT_TOLERANCE) return 1;
  return supplied < get(qMin, bus) - LIMIT_TOLERANCE ? -1 : 0;
}

/** True if a bus at a reactive limit can hold its voltage again (see `withLimits`); at most once for each bus. */
const isReleased = (bus: number, { vSet }: OperatingPoint, { v }: PowerFlow, to: Switches): boolean =>
  to.released[bus] === 0 && get(to.atLimit, bus) * (get(v, bus) - get(vSet, bus)) > LIMIT_TOLERANCE;
