/**
 * Bus angles of the DC approximation: B' theta = injection, theta = 0 at the first bus of each island.
 * B'_ij = -b_ij, B'_ii = sum_j b_ij, without the rows and columns of the reference buses.
 * Source: Stott, Jardim and Alsac, DC power flow revisited, IEEE Trans. Power Syst. 24 (2009), eq. 2.
 */
import { islandOfEachBus } from '../../temporal/case/arithmetic/islands.ts';
import { type Factorization, factorize, SingularMatrix } from '../linalg/ldl.ts';
import type { SparseSymmetric } from '../linalg/sparse-symmetric.ts';
import { flowOn, type Network } from './network.ts';

/** Share of the largest flow up to which a flow counts as rounding. */
const LEAST_SHARE = 1e-6;
/** Maximum number of lines that the message names. */
const MOST_NAMED = 5;

/**
 * Thrown when reactances cancel out, such as 0.1 and -0.1 pu in series or in parallel, so that bus angles do not
 * determine flows.
 */
export class CancelledReactances extends RangeError {
  /** Ids of the lines whose reactances cancel out. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`the reactances of ${namesOf(lines)} cancel out`);
    this.lines = lines;
  }
}

/**
 * The error for a singular network. Lists the lines that carry flow in a solution without injections. `free`: bus of
 * each row of the matrix.
 */
function cancelledReactances(
  { buses, lines }: Network,
  free: Int32Array,
  { vector }: SingularMatrix,
): CancelledReactances {
  const angles = new Float64Array(buses.length);
  for (const [row, bus] of free.entries()) angles[bus] = vector[row] ?? 0;
  const flows = lines.map((line) => Math.abs(flowOn(line, angles)));
  const most = flows.reduce((largest, mw) => Math.max(largest, mw), 0);
  return new CancelledReactances(
    lines.filter((_, line) => (flows[line] ?? 0) > LEAST_SHARE * most).map(({ id }) => id),
  );
}

function namesOf(lines: readonly string[]): string {
  if (lines.length === 0) return 'some lines';
  const first = lines.slice(0, MOST_NAMED).join(', ');
  const others = lines.length - MOST_NAMED;
  return `lines ${others > 0 ? `${first} and ${others} more` : first}`;
}

/**
 * Returns a function from injections to bus angles, both of shape [buses]; a reference bus absorbs the imbalance.
 * Throws CancelledReactances when angles are not determined.
 */
export function busAngles(network: Network): (injection: Float64Array) => Float64Array {
  const free = freeBuses(network);
  const { solve } = factorized(network, free);
  return (injection) => {
    const rhs = new Float64Array(free.length);
    for (let row = 0; row < rhs.length; row++) rhs[row] = injection[free[row] ?? 0] ?? 0;
    const reduced = solve(rhs);
    const angles = new Float64Array(network.buses.length);
    for (let row = 0; row < rhs.length; row++) angles[free[row] ?? 0] = reduced[row] ?? 0;
    return angles;
  };
}

function factorized(network: Network, free: Int32Array): Factorization {
  try {
    return factorize(susceptances(network, free));
  } catch (error) {
    throw error instanceof SingularMatrix ? cancelledReactances(network, free, error) : error;
  }
}

/** Returns all buses except the first of each island. */
function freeBuses({ island }: Network): Int32Array {
  // Islands are numbered in the order of their first bus, so the first bus with a new number is a reference.
  let islands = 0;
  return Int32Array.from(island.keys()).filter((bus) => {
    const first = island[bus] === islands;
    if (first) islands++;
    return !first;
  });
}

function susceptances(network: Network, free: Int32Array): SparseSymmetric {
  const rowOf = new Int32Array(network.buses.length).fill(-1);
  for (const [row, bus] of free.entries()) rowOf[bus] = row;
  const entries: [number, number, number][] = [];
  for (const line of network.lines) {
    const from = rowOf[line.from] ?? -1;
    const to = rowOf[line.to] ?? -1;
    if (from >= 0) entries.push([from, from, line.susceptance]);
    if (to >= 0) entries.push([to, to, line.susceptance]);
    if (from >= 0 && to >= 0) entries.push([from, to, -line.susceptance]);
  }
  return {
    size: free.length,
    row: Int32Array.from(entries, ([row]) => row),
    column: Int32Array.from(entries, ([, column]) => column),
    value: Float64Array.from(entries, ([, , value]) => value),
  };
}

/**
 * Bus angles in the network without some lines, by factorising that network; undefined when the outage splits an
 * island, or the remaining reactances cancel out.
 */
export function anglesWithout(
  network: Network,
  outages: readonly number[],
): ((injection: Float64Array) => Float64Array) | undefined {
  const lines = network.lines.filter((_, line) => !outages.includes(line));
  // An outage can only split islands, so they are unchanged if each bus keeps its island number.
  const island = islandOfEachBus(network.buses.length, lines);
  if (island.some((number, bus) => number !== network.island[bus])) return undefined;
  try {
    return busAngles({ ...network, lines });
  } catch (error) {
    if (error instanceof CancelledReactances) return undefined;
    throw error;
  }
}
