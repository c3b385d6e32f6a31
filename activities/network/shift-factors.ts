/**
 * Power transfer and line outage distribution factors, from one sparse factorisation of B'.
 * ptdf_l = B'^-1 b_l (e_from - e_to)                       flow on l per MW from a bus to its reference
 * phi_lo = ptdf_l,from(o) - ptdf_l,to(o)                   flow on l per MW sent along o
 * lodf   = phi_LO (I - phi_OO)^-1                          flow on L per MW lost on each line of O
 * after  : f_L + lodf f_O,   ptdf_L + lodf ptdf_O,   offset_L + lodf offset_O
 * A flow is ptdf times the injections plus an offset from phase shifts; a lost line loses its own phase shift, too.
 * Injections end with the angles of the phase shifters, whose ptdf is the flow that one degree causes.
 * Source: Guler, Gross and Liu, Generalized line outage distribution factors, IEEE Trans. Power Syst. 22 (2007).
 */
import { busAngles } from './bus-angles.ts';
import { isLimited } from './line-limits.ts';
import { flowOn, injectionCount, lineAt, type Network, radians, shiftedFlows, transfer } from './network.ts';
import { outageFactors } from './outage-factors.ts';

export interface ShiftFactors {
  /** Lines that have a limit in any hour, as ascending positions in `Network.lines`. */
  readonly monitored: Int32Array;
  /** Returns the flow on each line, MW, shape [lines], for injections, shape [injectionCount]. */
  flows(injection: Float64Array): Float64Array;
  /**
   * Returns the flow on a line per MW injected at each bus and per degree of each phase shifter, shape [injectionCount];
   * 0 at a reference bus. Callers must not write to the array.
   */
  ptdf(line: number): Float64Array;
  /** Returns the change of flow on a line per MW that the lost line carried; -1 for the lost line itself. */
  lodf(line: number, outage: number): number;
  /** True if every island stays connected when all of these lines are lost. */
  secure(outages: readonly number[]): boolean;
  /** Returns the same after these lines are lost, shape [injectionCount]. */
  ptdfAfter(line: number, outages: readonly number[]): Float64Array;
  /** Returns the flow on a line without injections after these lines are lost, MW; 0 without phase shifts. */
  offset(line: number, outages: readonly number[]): number;
  /**
   * Returns, for each lost line, the change of flow on each monitored line per MW that it carried, shape [monitored].
   * Callers must not write to the arrays. Throws RangeError when the outage is not secure.
   */
  redistribution(outages: readonly number[]): readonly Float64Array[];
}

/** Computes the factors of a network. Throws CancelledReactances when reactances cancel out. */
export function shiftFactors(network: Network): ShiftFactors {
  const { buses, lines, shifters } = network;
  const angles = busAngles(network);
  const monitored = monitoredLines(network);
  const offsets = shiftedFlows(network, angles);
  const isShifted = offsets.some((mw) => mw !== 0);
  /** Flow on each line per degree of each phase shifter, MW. */
  const perDegree = shifters.map(({ line: shifted }) => {
    const turned = lines.map((line, l) => ({ ...line, shift: l === shifted ? radians(1) : 0 }));
    return shiftedFlows({ buses, lines: turned }, angles);
  });
  const rows = new Map<number, Float64Array>();
  const columns = new Map<string, readonly Float64Array[] | undefined>();
  const factors = (outages: readonly number[], of: Int32Array) => {
    const transfers = outages.map((line) => angles(transfer(network, line)));
    return outageFactors(network, outages, transfers, of);
  };
  const cached = (outages: readonly number[]) => {
    const key = outages.join();
    if (!columns.has(key)) columns.set(key, factors(distinct(outages), monitored));
    return columns.get(key);
  };
  const ptdf = (line: number): Float64Array => {
    const { susceptance } = lineAt(network, line);
    const row = rows.get(line) ?? withAngles(angles(transfer(network, line)), susceptance, perDegree, line);
    rows.set(line, row);
    return row;
  };
  const lineFactors = (line: number, outages: readonly number[]): number[] => {
    lineAt(network, line);
    return orSplits(factors(outages, Int32Array.of(line))).map(([factor = 0]) => factor);
  };
  return {
    monitored,
    ptdf,
    flows(injection) {
      checkInjection(network, injection);
      const theta = angles(injection.subarray(0, buses.length));
      const angle = (k: number): number => injection[buses.length + k] ?? 0;
      return Float64Array.from(lines, (line, l) =>
        perDegree.reduce(
          (mw, flows, k) => mw + angle(k) * (flows[l] ?? 0),
          flowOn(line, theta) + (offsets[l] ?? 0),
        ),
      );
    },
    lodf: (line, outage) => lineFactors(line, [outage])[0] ?? 0,
    secure: (outages) => cached(outages) !== undefined,
    ptdfAfter(line, outages) {
      const lost = distinct(outages);
      const row = ptdf(line).slice();
      for (const [o, factor] of lineFactors(line, lost).entries()) {
        for (const [bus, mw] of ptdf(lost[o] ?? line).entries()) row[bus] = (row[bus] ?? 0) + factor * mw;
      }
      return row;
    },
    offset(line, outages) {
      if (!isShifted) return 0;
      const lost = distinct(outages);
      const moved = lost.length > 0 ? lineFactors(line, lost) : [];
      return moved.reduce(
        (mw, factor, o) => mw + factor * (offsets[lost[o] ?? line] ?? 0),
        offsets[line] ?? 0,
      );
    },
    redistribution: (outages) => orSplits(cached(outages)),
  };
}

/** Bus angles times the susceptance of a line, then the flow on the line per degree of each phase shifter, MW. */
function withAngles(
  theta: Float64Array,
  susceptance: number,
  perDegree: readonly Float64Array[],
  line: number,
): Float64Array {
  const row = theta.map((angle) => angle * susceptance);
  return perDegree.length > 0
    ? Float64Array.from([...row, ...perDegree.map((flows) => flows[line] ?? 0)])
    : row;
}

function orSplits<T>(factors: T | undefined): T {
  if (factors === undefined) throw new RangeError('the outage splits the network');
  return factors;
}

const distinct = (outages: readonly number[]): number[] => [...new Set(outages)];

function monitoredLines({ lines }: Network): Int32Array {
  return Int32Array.from([...lines.entries()].flatMap(([l, { element }]) => (isLimited(element) ? [l] : [])));
}

function checkInjection(network: Network, injection: Float64Array): void {
  if (injection.length !== injectionCount(network)) {
    throw new RangeError(`expected ${injectionCount(network)} injections, got ${injection.length}`);
  }
  if (!injection.every(Number.isFinite)) throw new RangeError('an injection is not finite');
}
