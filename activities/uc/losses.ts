/**
 * Transmission losses of the DC approximation, with f the flow and S = 100 MVA the base power of r:
 *
 *     L = sum_l r_l f_l^2 / S,   f = H (n - d L) + c,   n = supply less load, d = share of each bus of the losses,
 *                                                       c = flow caused by phase shifts
 *
 * Losses are drawn where the load is, so that flows do not depend on a reference bus (Litvinov et al., IEEE Trans.
 * Power Systems 19, 2004). L is convex in n, so its tangents never exceed it; with n^ the point where a tangent
 * touches,
 *
 *     L >= LF n + K,   LF_b = sum_l 2 r_l f_l h_lb / S,   h_lb = H_lb - sum_c d_c H_lc,
 *                      K = sum_l r_l f_l (2 c_l - f_l) / S, which is -L(n^) without phase shifts
 */
import { injectionCount, islandBuses, type Network } from '../network/network.ts';
import type { ShiftFactors } from '../network/shift-factors.ts';
import type { Instance } from './instance.ts';

const BASE_MVA = 100;

/**
 * Share of each bus in the losses of its island: its share of the load, or equal shares without load; shape [T][buses].
 */
export function lossShares(
  network: Network,
  load: readonly (readonly number[])[],
  periods: number,
): Float64Array[] {
  const islands = islandBuses(network);
  return Array.from({ length: periods }, (_, t) => {
    const shares = new Float64Array(network.buses.length);
    for (const members of islands) {
      const mw = members.map((b) => Math.max(0, load[b]?.[t] ?? 0));
      const total = mw.reduce((sum, value) => sum + value, 0);
      for (const [at, b] of members.entries())
        shares[b] = total > 0 ? (mw[at] ?? 0) / total : 1 / members.length;
    }
    return shares;
  });
}

/** Shift factors of injections that are balanced by losses, which are distributed by `shares`; shape [injectionCount]. */
export function factorsWithLosses(
  network: Network,
  factors: Float64Array,
  shares: Float64Array,
): Float64Array {
  const atLosses = new Float64Array(network.islands);
  for (const [b, island] of network.island.entries())
    atLosses[island] = (atLosses[island] ?? 0) + (shares[b] ?? 0) * (factors[b] ?? 0);
  // An angle of a phase shifter draws no losses by itself.
  return factors.map((factor, b) => factor - (atLosses[network.island[b] ?? -1] ?? 0));
}

/** Injections less the losses of each hour, if losses are modelled; MW, shape [T][buses]. */
export const drawLosses = (
  { network, lossShares: shares }: Pick<Instance, 'network' | 'lossShares'>,
  injections: readonly Float64Array[],
): readonly Float64Array[] =>
  shares
    ? injections.map((mw, t) => withdrawLosses(network, mw, shares[t] ?? new Float64Array()))
    : injections;

/** Subtracts the surplus of each island from the injections of its buses, by `shares`; MW, shape [buses]. */
function withdrawLosses(network: Network, injection: Float64Array, shares: Float64Array): Float64Array {
  const surplus = new Float64Array(network.islands);
  for (const [b, island] of network.island.entries())
    surplus[island] = (surplus[island] ?? 0) + (injection[b] ?? 0);
  return injection.map((mw, b) => mw - (shares[b] ?? 0) * (surplus[network.island[b] ?? 0] ?? 0));
}

interface Tangent {
  /** Losses at the point where the tangent touches, MW, shape [islands]. */
  readonly losses: Float64Array;
  /** K, the value of the tangent without injections, MW, shape [islands]. */
  readonly atRest: Float64Array;
  /** Marginal losses of an injection, MW per MW or per degree, shape [injectionCount]. */
  readonly factors: Float64Array;
}

/** Tangents of all islands at the point `injection`, shape [injectionCount]. */
export function lossTangent(
  network: Network,
  factors: ShiftFactors,
  injection: Float64Array,
  shares: Float64Array,
): Tangent {
  const flows = factors.flows(withdrawLosses(network, injection, shares));
  const losses = new Float64Array(network.islands);
  const atRest = new Float64Array(network.islands);
  const slopes = new Float64Array(injectionCount(network));
  for (const [l, { resistance, from }] of network.lines.entries()) {
    const flow = flows[l] ?? 0;
    if (resistance === 0 || flow === 0) continue;
    const island = network.island[from] ?? 0;
    losses[island] = (losses[island] ?? 0) + (resistance * flow ** 2) / BASE_MVA;
    const shifted = factors.offset(l, []);
    atRest[island] = (atRest[island] ?? 0) + (resistance * flow * (2 * shifted - flow)) / BASE_MVA;
    const row = factors.ptdf(l);
    const weight = (2 * resistance * flow) / BASE_MVA;
    for (let b = 0; b < slopes.length; b++) slopes[b] = (slopes[b] ?? 0) + weight * (row[b] ?? 0);
  }
  return { losses, atRest, factors: factorsWithLosses(network, slopes, shares) };
}
