/**
 * Flow on a line per MW injected at a bus and withdrawn at the island's reference bus (PTDF), and what a
 * line takes over when another is lost (LODF; Guo, Fu, Li, Shahidehpour, IEEE Trans. Power Systems 24, 2009):
 *
 *     ptdf[l,.] = b_l (e_from - e_to)' B'^-1        lodf[l,k] = d[l,k] / (1 - d[k,k]),
 *     d[l,k] = ptdf[l, from_k] - ptdf[l, to_k]
 */
import { factorize } from '../linalg/dense-lu.ts';
import type { Network } from './network.ts';

export interface ShiftFactors {
  /** Shape [buses]; 0 at the reference bus of each island. */
  ptdf(line: number): Float64Array;
  lodf(line: number, outage: number): number;
  /** False when losing the lines together splits an island. */
  secure(outages: readonly number[]): boolean;
  /** PTDF of `line` once all `outages` are lost, shape [buses]. */
  ptdfAfter(line: number, outages: readonly number[]): Float64Array;
}

/** A line whose flow nothing else can take over: |1 - d[k,k]| below this. */
const BRIDGE = 1e-6;

export function shiftFactors(network: Network): ShiftFactors {
  const { buses } = network;
  const place = reducedPositions(network);
  const size = Math.max(0, ...place) + 1;
  const lu = factorize(reducedSusceptance(network, place, size), size);
  const rows = new Map<number, Float64Array>();
  const ptdf = (line: number): Float64Array => {
    const known = rows.get(line);
    if (known) return known;
    const { from, to, susceptance } = lineAt(network, line);
    const rhs = new Float64Array(size);
    add(rhs, place[from] ?? -1, susceptance);
    add(rhs, place[to] ?? -1, -susceptance);
    const x = lu.solve(rhs);
    const row = Float64Array.from(buses, (_, bus) => x[place[bus] ?? -1] ?? 0);
    if (!row.every(Number.isFinite)) throw new RangeError(`line ${line}: shift factors are not finite`);
    rows.set(line, row);
    return row;
  };
  /** d[line, outage] */
  const transfer = (line: number, outage: number): number => {
    const { from, to } = lineAt(network, outage);
    const row = ptdf(line);
    return (row[from] ?? 0) - (row[to] ?? 0);
  };
  const secure = (outages: readonly number[]): boolean => takeover(outages, transfer) !== undefined;
  return {
    ptdf,
    secure,
    lodf: (line, outage) => (line === outage ? -1 : transfer(line, outage) / (1 - transfer(outage, outage))),
    ptdfAfter: (line, outages) => {
      const solve = takeover(outages, transfer);
      if (!solve) throw new RangeError('the outage splits an island');
      // f' = f + D_lO (I - D_OO)^-1 f_O
      const weights = solve(Float64Array.from(outages, (outage) => transfer(line, outage)));
      const row = Float64Array.from(ptdf(line));
      for (const [k, outage] of outages.entries()) {
        for (const [bus, factor] of ptdf(outage).entries()) add(row, bus, (weights[k] ?? 0) * factor);
      }
      return row;
    },
  };

  /** Solves w (I - D_OO) = d; undefined when the joint outage splits an island. */
  function takeover(outages: readonly number[], d: typeof transfer) {
    const n = outages.length;
    const transposed = new Float64Array(n * n);
    for (const [i, row] of outages.entries()) {
      for (const [j, column] of outages.entries()) transposed[j * n + i] = Number(i === j) - d(row, column);
    }
    if (n === 1 && Math.abs(transposed[0] ?? 0) < BRIDGE) return undefined;
    try {
      const factors = factorize(transposed, n);
      return (rhs: Float64Array) => factors.solve(rhs);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
}

const lineAt = ({ lines }: Network, line: number) => {
  const found = lines[line];
  if (!found) throw new RangeError(`there is no line ${line}`);
  return found;
};

/** Row of each bus in B', -1 for the first bus of every island: its reference. */
function reducedPositions({ island }: Network): Int32Array {
  const seen = new Set<number>();
  let next = 0;
  return island.map((number) => {
    if (seen.has(number)) return next++;
    seen.add(number);
    return -1;
  });
}

function reducedSusceptance({ lines }: Network, place: Int32Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (const { from, to, susceptance } of lines) {
    const [f, t] = [place[from] ?? -1, place[to] ?? -1];
    if (f >= 0) add(matrix, f * size + f, susceptance);
    if (t >= 0) add(matrix, t * size + t, susceptance);
    if (f >= 0 && t >= 0) {
      add(matrix, f * size + t, -susceptance);
      add(matrix, t * size + f, -susceptance);
    }
  }
  return matrix;
}

function add(array: Float64Array, at: number, value: number): void {
  if (at >= 0) array[at] = (array[at] ?? 0) + value;
}
