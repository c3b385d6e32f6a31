/**
 * Line outage distribution factors of one or several lines lost together.
 *   lodf_LO = phi_LO (I - phi_OO)^-1,   phi_lo = flow on l per MW sent along o
 * Source: Guler, Gross and Liu, Generalized line outage distribution factors, IEEE Trans. Power Syst. 22 (2007).
 */
import { solveDense } from '../linalg/solve-dense.ts';
import { anglesWithout } from './bus-angles.ts';
import { flowOn, lineAt, type Network, transfer } from './network.ts';

/**
 * Least pivot of I - phi_OO. With a smaller pivot, the division loses too many digits: the lost lines are the only
 * connection of their ends, or nearly so, as is a line with almost no reactance in parallel with a long path.
 */
const NEARLY_BRIDGE = 1e-6;

/**
 * Factors of the lines `of` for each lost line, shape [outages][of]; undefined when the outage splits the network.
 * `transfers`: bus angles for 1 MW sent along each lost line, shape [outages][buses].
 */
export function outageFactors(
  network: Network,
  outages: readonly number[],
  transfers: readonly Float64Array[],
  of: Int32Array,
): Float64Array[] | undefined {
  const phi = (line: number, theta: Float64Array) => flowOn(lineAt(network, line), theta);
  // Solves the transposed system, because a row of the result belongs to a lost line: (I - phi_OO)^T lodf^T = phi_LO^T.
  const system = transfers.map((theta, o) =>
    Float64Array.from(outages, (line, p) => (o === p ? 1 : 0) - phi(line, theta)),
  );
  const sent = transfers.map((theta) => flowsOn(network, of, theta));
  const factors = solveDense(system, sent, NEARLY_BRIDGE) ?? detours(network, outages, of);
  for (const [o, row] of factors?.entries() ?? []) setLost(row, of, outages, o);
  return factors;
}

/** Factors without that division: the flow of each lost line is sent over the remaining lines. */
function detours(network: Network, outages: readonly number[], of: Int32Array): Float64Array[] | undefined {
  const angles = anglesWithout(network, outages);
  return angles && outages.map((outage) => flowsOn(network, of, angles(transfer(network, outage))));
}

/** A plain loop is used, because a large network needs these flows for each of thousands of outages. */
function flowsOn(network: Network, of: Int32Array, theta: Float64Array): Float64Array {
  const flows = new Float64Array(of.length);
  for (let index = 0; index < flows.length; index++)
    flows[index] = flowOn(lineAt(network, of[index] ?? 0), theta);
  return flows;
}

/** Sets the factors of lost lines: a lost line loses its own flow, and takes over no flow of other lines. */
function setLost(row: Float64Array, of: Int32Array, outages: readonly number[], position: number): void {
  for (const [o, line] of outages.entries()) {
    const index = of.indexOf(line);
    if (index >= 0) row[index] = o === position ? -1 : 0;
  }
}
