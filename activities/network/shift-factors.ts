/**
 * Power transfer and line outage distribution factors, from one sparse factorisation of B'.
 *   ptdf_l = B'^-1 b_l (e_from - e_to)                       flow on l per MW from a bus to its reference
 *   phi_lo = ptdf_l,from(o) - ptdf_l,to(o)                   flow on l per MW sent along o
 *   lodf   = phi_LO (I - phi_OO)^-1                          flow on L per MW lost on each line of O
 *   after  : f_L + lodf f_O,   ptdf_L + lodf ptdf_O
 * Source: Guler, Gross and Liu, Generalized line outage distribution factors, IEEE Trans. Power Syst. 22 (2007).
 */
import { solveDense } from '../linalg/solve-dense.ts';
import { busAngles } from './bus-angles.ts';
import type { Network } from './network.ts';

/** An outage splits the network when 1 - phi_oo, or a pivot of I - phi_OO, is below this. */
const BRIDGE = 1e-6;

export interface ShiftFactors {
  /** Lines with a rating, as positions in `Network.lines`, ascending. */
  readonly monitored: Int32Array;
  /** Returns the flow on each line, MW, shape [lines], for injections in MW, shape [buses]. */
  flows(injection: Float64Array): Float64Array;
  /** Returns the flow on a line per MW injected at a bus, shape [buses]; 0 at a reference bus. Do not write to it. */
  ptdf(line: number): Float64Array;
  /** Returns the flow on a line per MW that flowed on the line lost; -1 for the line lost itself. */
  lodf(line: number, outage: number): number;
  /** Whether every island stays in one piece when all these lines are lost. */
  secure(outages: readonly number[]): boolean;
  /** Returns the flow on a line per MW injected at a bus after these lines are lost, shape [buses]. */
  ptdfAfter(line: number, outages: readonly number[]): Float64Array;
  /**
   * Returns, for each line lost, the flow on each monitored line per MW that flowed on it, shape [monitored].
   * Do not write to them; RangeError when the outage is not secure.
   */
  redistribution(outages: readonly number[]): readonly Float64Array[];
}

/** Throws RangeError('singular') when the reactances of the network cancel out. */
export function shiftFactors(network: Network): ShiftFactors {
  const { lines } = network;
  const angles = busAngles(network);
  const monitored = monitoredLines(network);
  const rows = new Map<number, Float64Array>();
  const columns = new Map<string, readonly Float64Array[] | undefined>();

  const lineAt = (line: number) => {
    const found = lines[line];
    if (found === undefined) throw new RangeError(`no line at position ${line}`);
    return found;
  };
  const across = (line: number, theta: Float64Array): number => {
    const { from, to } = lineAt(line);
    return (theta[from] ?? 0) - (theta[to] ?? 0);
  };
  /** Angles for 1 MW sent along a line, shape [buses]. */
  const transfer = (line: number): Float64Array => {
    const injection = new Float64Array(network.buses.length);
    injection[lineAt(line).from] = 1;
    injection[lineAt(line).to] = -1;
    return angles(injection);
  };
  /** Outage factors of the given lines, shape [outages][of]; undefined when the outage is not secure. */
  const outageFactors = (outages: readonly number[], of: Int32Array): Float64Array[] | undefined => {
    const along = outages.map(transfer);
    const phi = (line: number, theta: Float64Array) => lineAt(line).susceptance * across(line, theta);
    // Transposed, since a line of the result belongs to a line lost: (I - phi_OO)^T lodf^T = phi_LO^T.
    const kept = along.map((theta, o) =>
      Float64Array.from(outages, (line, p) => (o === p ? 1 : 0) - phi(line, theta)),
    );
    const sent = along.map((theta) => Float64Array.from(of, (line) => phi(line, theta)));
    const result = solveDense(kept, sent, BRIDGE);
    for (const [o, factors] of result?.entries() ?? []) {
      for (const [index, line] of of.entries()) {
        if (outages.includes(line)) factors[index] = line === outages[o] ? -1 : 0;
      }
    }
    return result;
  };
  const splits = () => new RangeError('the outage splits the network');
  const cachedColumns = (outages: readonly number[]) => {
    const key = outages.join();
    if (!columns.has(key)) columns.set(key, outageFactors(distinct(outages), monitored));
    return columns.get(key);
  };
  const ptdf = (line: number): Float64Array => {
    const cached = rows.get(line);
    if (cached) return cached;
    const { susceptance } = lineAt(line);
    const row = transfer(line).map((theta) => theta * susceptance);
    rows.set(line, row);
    return row;
  };
  const factorsOf = (line: number, outages: readonly number[]): number[] => {
    lineAt(line);
    const factors = outageFactors(outages, Int32Array.of(line));
    if (!factors) throw splits();
    return factors.map(([factor = 0]) => factor);
  };

  return {
    monitored,
    ptdf,
    flows(injection) {
      checkInjection(network, injection);
      const theta = angles(injection);
      return Float64Array.from(
        lines,
        ({ from, to, susceptance }) => susceptance * ((theta[from] ?? 0) - (theta[to] ?? 0)),
      );
    },
    lodf: (line, outage) => factorsOf(line, [outage])[0] ?? 0,
    secure: (outages) => cachedColumns(outages) !== undefined,
    ptdfAfter(line, outages) {
      const lost = distinct(outages);
      const row = ptdf(line).slice();
      for (const [o, factor] of factorsOf(line, lost).entries()) {
        const other = ptdf(lost[o] ?? line);
        for (const [bus, value] of other.entries()) row[bus] = (row[bus] ?? 0) + factor * value;
      }
      return row;
    },
    redistribution(outages) {
      const found = cachedColumns(outages);
      if (!found) throw splits();
      return found;
    },
  };
}

const distinct = (outages: readonly number[]): number[] => [...new Set(outages)];

function monitoredLines({ lines }: Network): Int32Array {
  const limited = [...lines.keys()].filter((line) => {
    const { rating = Number.POSITIVE_INFINITY, emergency = rating } = lines[line] ?? {};
    return Number.isFinite(rating) || Number.isFinite(emergency);
  });
  return Int32Array.from(limited);
}

function checkInjection(network: Network, injection: Float64Array): void {
  if (injection.length !== network.buses.length) {
    throw new RangeError(`expected ${network.buses.length} injections, got ${injection.length}`);
  }
  if (!injection.every(Number.isFinite)) throw new RangeError('an injection is not finite');
}
