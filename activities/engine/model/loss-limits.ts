/**
 * How the losses of a model stay physical: tangents, which are rows, where they are too small; and where losing energy
 * pays, so that they are too large, caps in the dispatch of a fixed commitment.
 */

import { islandBuses } from '../../network/network.ts';
import type { ShiftFactors } from '../../network/shift-factors.ts';
import type { Relaxation, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { LossLimit } from '../../uc/formulation/loss-tangent.ts';
import type { Instance } from '../../uc/instance.ts';
import { lossTangent } from '../../uc/losses.ts';
import type { Variables } from '../../uc/variables.ts';
import type { Clock } from '../base/clock.ts';
import type { PreparedCase } from '../base/prepared-case.ts';

/** Losses may be too small by this share and constant, MW. */
interface Precision {
  readonly share: number;
  readonly mw: number;
}

const SEARCHED: Precision = { share: 1e-3, mw: 1e-3 };
/** Prices have the slopes of the losses in them, which are off by the root of what losses are off. */
const PRICED: Precision = { share: 1e-5, mw: 1e-6 };
/** DC lines even out what the lines of an island lose: their flows are small, and what these are off is a larger share. */
const EVENED: Precision = { share: 1e-6, mw: 1e-7 };

/**
 * The tangents that a solution lies below: one per island and hour whose losses are too small. `net`: supply less load
 * of the solution `primal`, MW, shape [T][buses]. `isPriced`: its duals become prices.
 */
export function violatedTangents(
  { network, lossShares, dcLines }: Instance,
  { x }: { readonly x: Pick<Variables, 'losses'> },
  factors: ShiftFactors,
  net: readonly Float64Array[],
  primal: Float64Array,
  isPriced = false,
): LossLimit[] {
  if (!lossShares) return [];
  const priced = dcLines.length > 0 ? EVENED : PRICED;
  const { share, mw } = isPriced ? priced : SEARCHED;
  const islands = islandBuses(network);
  return net.flatMap((injection, hour) => {
    const tangent = lossTangent(network, factors, injection, lossShares[hour] ?? new Float64Array());
    return islands.flatMap((buses, island): LossLimit[] => {
      const losses = tangent.losses[island] ?? 0;
      const column = x.losses(island, hour);
      if (losses - (primal[column] ?? 0) <= share * losses + mw) return [];
      return [{ hour, buses, factors: tangent.factors, atRest: tangent.atRest[island] ?? 0, column }];
    });
  });
}

/** Column of the losses of an island and hour -> largest losses, MW. */
type LossCaps = ReadonlyMap<number, number>;

/** Losses may be too large by this share and constant, MW; a cap allows half of that. */
const SHARE = 1e-2;
const MOST_MW = 0.1;

/**
 * The caps that `primal` calls for, at what its flows lose; `caps` itself when it calls for no other. `net` in MW,
 * shape [T][buses].
 */
function lossCaps(
  { network, lossShares }: Instance,
  { x }: Formulation,
  factors: ShiftFactors,
  net: readonly Float64Array[],
  primal: Float64Array,
  caps: LossCaps,
): LossCaps {
  if (!lossShares) return caps;
  const tighter = new Map(caps);
  let found = false;
  for (const [hour, injection] of net.entries()) {
    const { losses } = lossTangent(network, factors, injection, lossShares[hour] ?? new Float64Array());
    for (const [island, physical] of losses.entries()) {
      const column = x.losses(island, hour);
      const margin = SHARE * physical + MOST_MW;
      if ((primal[column] ?? 0) <= physical + margin) continue;
      tighter.set(column, physical + margin / 2);
      found = true;
    }
  }
  return found ? tighter : caps;
}

type Relax = (clock: Clock) => Relaxation;

/** Relaxes a model whose commitment is fixed, and caps losses that its tangents leave larger than physical. */
export function withLossCaps(
  { instance, factors }: PreparedCase,
  formulation: Formulation,
  session: SolverSession,
  relax: Relax,
): Relax {
  if (!factors || !instance.lossShares) return relax;
  const capsFor = (primal: Float64Array, caps: LossCaps): LossCaps =>
    lossCaps(instance, formulation, factors, netInjections(instance, formulation, primal), primal, caps);
  return (clock) => {
    let caps: LossCaps = new Map();
    for (;;) {
      const relaxation = relax(clock);
      const tighter = relaxation.outcome === 'optimal' ? capsFor(relaxation.primal, caps) : caps;
      if (tighter === caps || clock.leftS() <= 0) {
        setCaps(session, caps, () => Number.POSITIVE_INFINITY);
        return relaxation;
      }
      caps = tighter;
      setCaps(session, caps, (column) => tighter.get(column) ?? Number.POSITIVE_INFINITY);
    }
  };
}

function setCaps(session: SolverSession, caps: LossCaps, cap: (column: number) => number): void {
  const columns = Int32Array.from(caps.keys()).sort();
  session.setBounds(columns, new Float64Array(columns.length), Float64Array.from(columns, cap));
}

/** Supply less load of a solution at each bus, MW, shape [T][buses]. */
export const netInjections = (
  { periods, load }: Instance,
  { injections }: Pick<Formulation, 'injections'>,
  primal: Float64Array,
): Float64Array[] =>
  Array.from({ length: periods }, (_, t) =>
    Float64Array.from(injections, (hours, b) => {
      let mw = -(load[b]?.[t] ?? 0);
      for (const [coefficient, column] of hours[t] ?? []) mw += coefficient * (primal[column] ?? 0);
      return mw;
    }),
  );
