/** Tangents of the losses that a solution lies below: one per island and hour whose losses are too small. */
import type { ShiftFactors } from '../network/shift-factors.ts';
import type { LossLimit } from '../uc/formulation/loss-tangent.ts';
import type { Variables } from '../uc/formulation/variables.ts';
import type { Instance } from '../uc/instance.ts';
import { islandBuses } from '../uc/island-buses.ts';
import { lossTangent } from '../uc/losses.ts';

/** Losses may be too small by this share and constant, MW. */
interface Precision {
  readonly share: number;
  readonly mw: number;
}

const SEARCHED: Precision = { share: 1e-3, mw: 1e-3 };
/** Prices have the slopes of the losses in them, which are off by the root of what losses are off. */
const PRICED: Precision = { share: 1e-5, mw: 1e-6 };

/** `net`: supply less load of the solution `primal`, MW, shape [T][buses]. `isPriced`: its duals become prices. */
export function violatedTangents(
  { network, lossShares }: Instance,
  { x }: { readonly x: Pick<Variables, 'losses'> },
  factors: ShiftFactors,
  net: readonly Float64Array[],
  primal: Float64Array,
  isPriced = false,
): LossLimit[] {
  if (!lossShares) return [];
  const { share, mw } = isPriced ? PRICED : SEARCHED;
  const islands = islandBuses(network);
  return net.flatMap((injection, hour) => {
    const tangent = lossTangent(network, factors, injection, lossShares[hour] ?? new Float64Array());
    return islands.flatMap((buses, island): LossLimit[] => {
      const losses = tangent.losses[island] ?? 0;
      const column = x.losses(island, hour);
      if (losses - (primal[column] ?? 0) <= share * losses + mw) return [];
      return [{ hour, buses, factors: tangent.factors, losses, column }];
    });
  });
}
