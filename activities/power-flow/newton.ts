/**
 * Newton's power flow in polar form. Unknowns at each bus: the change of the angle, and the change of the voltage as a
 * share of its present value. Source: Tinney and Hart, Power flow solution by Newton's method, IEEE Trans. PAS 86
 * (1967).
 */
import { type AcNetwork, type Admittances, get } from './ac-network.ts';

/** Largest mismatch of a solution, pu. */
export const TOLERANCE = 1e-8;
const MOST_ITERATIONS = 20;
/** Shortest step, as a share of a Newton step, before a search gives up. */
const SHORTEST_STEP = 1 / 64;

/** Kinds of buses. PQ: active and reactive power are given; PV: active power and voltage; slack: voltage and angle. */
export const PQ = 0;
export const PV = 1;
export const SLACK = 2;

/** Bus voltages: magnitude, pu, and angle, rad; shape [buses]. */
export interface Voltages {
  readonly v: Float64Array;
  readonly angle: Float64Array;
}

/** Power into the network at each bus, pu, shape [buses]. */
export interface Power {
  readonly p: Float64Array;
  readonly q: Float64Array;
}

export interface PowerFlow extends Voltages, Power {
  readonly converged: boolean;
  readonly iterations: number;
  /** Largest mismatch of active or reactive power, pu, and the position of its bus. */
  readonly mismatch: number;
  readonly bus: number;
}

/**
 * Finds the voltages at which the power into the network is `power`. `kind`: PQ, PV or SLACK of each bus. Does not
 * change its arguments.
 */
export function solvePowerFlow(
  { admittances, lu }: AcNetwork,
  kind: Uint8Array,
  power: Power,
  start: Voltages,
): PowerFlow {
  const blocks = emptyBlocks(admittances);
  let at = stateAt(admittances, kind, power, { v: start.v.slice(), angle: start.angle.slice() });
  let iterations = 0;
  while (at.largest > TOLERANCE && iterations < MOST_ITERATIONS) {
    fillJacobian(admittances, kind, at, blocks);
    if (!lu.factorize(blocks)) break;
    const step = at.residual.slice();
    lu.solve(step);
    const next = shortened(at, (share) => stateAt(admittances, kind, power, moved(at, step, share)));
    iterations++;
    if (!next) break;
    at = next;
  }
  const { v, angle, p, q, largest, bus } = at;
  return { v, angle, p, q, converged: largest <= TOLERANCE, iterations, mismatch: largest, bus };
}

interface State extends Voltages, Power {
  /**
   * Mismatch at each bus: given less computed active and reactive power, 0 for a power that is free; shape [buses x 2].
   */
  readonly residual: Float64Array;
  readonly norm: number;
  readonly largest: number;
  readonly bus: number;
}

/** Halves the Newton step until the mismatch is smaller than in `from`; undefined if no step reduces it. */
function shortened(from: State, stateOf: (share: number) => State): State | undefined {
  for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
    const state = stateOf(share);
    if (state.norm < from.norm) return state;
  }
  return undefined;
}

const moved = ({ v, angle }: Voltages, step: Float64Array, share: number): Voltages => ({
  v: v.map((value, bus) => value * (1 + share * get(step, 2 * bus + 1))),
  angle: angle.map((value, bus) => value + share * get(step, 2 * bus)),
});

function stateAt(y: Admittances, kind: Uint8Array, power: Power, voltages: Voltages): State {
  const { p, q } = powerAt(y, voltages);
  const residual = new Float64Array(2 * kind.length);
  let [norm, largest, bus] = [0, 0, 0];
  const note = (slot: number, value: number): void => {
    residual[slot] = value;
    norm += value * value;
    if (Math.abs(value) <= largest) return;
    largest = Math.abs(value);
    bus = slot >> 1;
  };
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] === SLACK) continue;
    note(2 * at, get(power.p, at) - get(p, at));
    if (kind[at] === PQ) note(2 * at + 1, get(power.q, at) - get(q, at));
    if (!(get(voltages.v, at) > 0)) norm = Number.POSITIVE_INFINITY;
  }
  return { ...voltages, p, q, residual, norm, largest, bus };
}

/** Power into the network at these voltages. */
function powerAt(y: Admittances, { v, angle }: Voltages): Power {
  const { row, column } = y.pattern;
  const p = v.map((value, bus) => get(y.g, bus) * value * value);
  const q = v.map((value, bus) => -get(y.b, bus) * value * value);
  for (let pair = 0; pair < row.length; pair++) {
    const [i, j] = [get(row, pair), get(column, pair)];
    const [vv, cos, sin] = product(v, angle, i, j);
    const [gf, bf] = [get(y.gForward, pair), get(y.bForward, pair)];
    const [gb, bb] = [get(y.gBackward, pair), get(y.bBackward, pair)];
    p[i] = get(p, i) + vv * (gf * cos + bf * sin);
    q[i] = get(q, i) + vv * (gf * sin - bf * cos);
    p[j] = get(p, j) + vv * (gb * cos - bb * sin);
    q[j] = get(q, j) - vv * (gb * sin + bb * cos);
  }
  return { p, q };
}

function product(v: Float64Array, angle: Float64Array, i: number, j: number) {
  const difference = get(angle, i) - get(angle, j);
  return [get(v, i) * get(v, j), Math.cos(difference), Math.sin(difference)] as const;
}

const emptyBlocks = ({ pattern }: Admittances) => ({
  diagonal: new Float64Array(4 * pattern.size),
  forward: new Float64Array(4 * pattern.row.length),
  backward: new Float64Array(4 * pattern.row.length),
});

type Jacobian = ReturnType<typeof emptyBlocks>;

/**
 * Fills the Jacobian. Rows of a bus: dP, dQ; columns: d angle, dV / V. The row of a power that is not given is that of
 * the unit matrix.
 */
function fillJacobian(y: Admittances, kind: Uint8Array, at: State, jacobian: Jacobian): void {
  const { diagonal, forward, backward } = jacobian;
  const { v, angle, p, q } = at;
  for (let bus = 0; bus < kind.length; bus++) {
    const square = get(v, bus) ** 2;
    const [g, b] = [get(y.g, bus) * square, get(y.b, bus) * square];
    const [pi, qi] = [get(p, bus), get(q, bus)];
    diagonal.set([-qi - b, pi + g, pi - g, qi - b], 4 * bus);
    if (kind[bus] === SLACK) diagonal.set([1, 0], 4 * bus);
    if (kind[bus] !== PQ) diagonal.set([0, 1], 4 * bus + 2);
  }
  const { row, column } = y.pattern;
  for (let pair = 0; pair < row.length; pair++) {
    const [i, j] = [get(row, pair), get(column, pair)];
    const [vv, cos, sin] = product(v, angle, i, j);
    const [gf, bf] = [get(y.gForward, pair) * vv, get(y.bForward, pair) * vv];
    const [gb, bb] = [get(y.gBackward, pair) * vv, get(y.bBackward, pair) * vv];
    setBlock(forward, pair, kind[i] ?? PQ, gf * sin - bf * cos, gf * cos + bf * sin);
    setBlock(backward, pair, kind[j] ?? PQ, -gb * sin - bb * cos, gb * cos - bb * sin);
  }
}

function setBlock(blocks: Float64Array, pair: number, kind: number, h: number, n: number): void {
  blocks[4 * pair] = kind === SLACK ? 0 : h;
  blocks[4 * pair + 1] = kind === SLACK ? 0 : n;
  blocks[4 * pair + 2] = kind === PQ ? -n : 0;
  blocks[4 * pair + 3] = kind === PQ ? h : 0;
}

/**
 * Start of Newton's method for any schedule: angles of the linear power flow at the given active power and voltages.
 */
export function linearStart(
  { admittances: y, lu }: AcNetwork,
  kind: Uint8Array,
  { p }: Power,
  v: Float64Array,
): Voltages {
  const blocks = emptyBlocks(y);
  const { row, column } = y.pattern;
  const x = new Float64Array(2 * kind.length);
  for (const [bus, power] of p.entries()) {
    blocks.diagonal.set([kind[bus] === SLACK ? 1 : 0, 0, 0, 1], 4 * bus);
    x[2 * bus] = kind[bus] === SLACK ? 0 : power;
  }
  for (let pair = 0; pair < row.length; pair++) {
    const [i, j] = [get(row, pair), get(column, pair)];
    const [forward, backward] = [get(y.bForward, pair), get(y.bBackward, pair)];
    // The phase shift is half the difference of the arguments of both entries: resistance adds the same to both.
    const shift = (angleOf(get(y.gForward, pair), forward) - angleOf(get(y.gBackward, pair), backward)) / 2;
    for (const [bus, b, target, turned] of [
      [i, forward, blocks.forward, shift],
      [j, backward, blocks.backward, -shift],
    ] as const) {
      if (kind[bus] === SLACK) continue;
      target[4 * pair] = -b;
      blocks.diagonal[4 * bus] = get(blocks.diagonal, 4 * bus) + b;
      x[2 * bus] = get(x, 2 * bus) + b * turned;
    }
  }
  const angle = new Float64Array(kind.length);
  if (!lu.factorize(blocks)) return { v, angle };
  lu.solve(x);
  return { v, angle: angle.map((_, bus) => get(x, 2 * bus)) };
}

/** Argument of an entry j b e^(j angle) of Y off the diagonal, rad; 0 for parallel branches that cancel out. */
const angleOf = (g: number, b: number): number => Math.atan(-g / b) || 0;
