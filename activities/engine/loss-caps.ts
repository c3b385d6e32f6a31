/**
 * Where losing energy pays, the tangents, which are lower bounds, let a solution lose more than the network
 * would. With a commitment fixed, the losses of such hours are capped at what the flows of the solution lose.
 */
import type { ShiftFactors } from '../network/shift-factors.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { Instance } from '../uc/instance.ts';
import { lossTangent } from '../uc/losses.ts';

/** Column of the losses of an island and hour -> largest losses, MW. */
export type LossCaps = ReadonlyMap<number, number>;

/** Losses may be too large by this share and constant, MW; a cap allows half of that. */
const SHARE = 1e-2;
const MOST_MW = 0.1;

/** The caps that `primal` calls for; `caps` itself when it calls for no other. `net` in MW, shape [T][buses]. */
export function lossCaps(
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
