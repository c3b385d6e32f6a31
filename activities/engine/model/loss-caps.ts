/**
 * Caps on losses in the dispatch of a fixed commitment. If losing energy lowers the cost, the tangents allow losses
 * above the physical ones.
 */
import type { ShiftFactors } from '../../network/shift-factors.ts';
import type { Relaxation, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { lossTangent } from '../../uc/losses.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { Clock } from '../base/solve.ts';
import { netInjections } from './network-rows.ts';

/** Column of the losses of an island and hour -> largest losses, MW. */
type LossCaps = ReadonlyMap<number, number>;

/**
 * Tolerances by which losses may exceed the physical losses: as a share, and in MW. A cap allows half of the tolerance.
 */
const SHARE = 1e-2;
const MOST_MW = 0.1;

/**
 * Adds caps for the losses of `primal` that exceed the physical losses; returns `caps` itself if no cap is new. `net`:
 * supply less load, MW, shape [T][buses].
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
  let isTighter = false;
  for (const [hour, injection] of net.entries()) {
    const { losses } = lossTangent(network, factors, injection, lossShares[hour] ?? new Float64Array());
    for (const [island, physical] of losses.entries()) {
      const column = x.losses(island, hour);
      const margin = SHARE * physical + MOST_MW;
      if ((primal[column] ?? 0) <= physical + margin) continue;
      tighter.set(column, physical + margin / 2);
      isTighter = true;
    }
  }
  return isTighter ? tighter : caps;
}

type Relax = (clock: Clock) => Relaxation;

/** Relaxes a model with a fixed commitment; caps losses that exceed the physical losses. */
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
