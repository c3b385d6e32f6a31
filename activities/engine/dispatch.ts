/** Relaxes a model whose commitment is fixed, and caps losses that its tangents leave larger than physical. */
import type { Relaxation, SolverSession } from '../solvers/solver.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { SolveCase } from './case.ts';
import type { Clock } from './clock.ts';
import { type LossCaps, lossCaps } from './loss-caps.ts';
import { netInjections } from './net-injections.ts';

type Relax = (clock: Clock) => Relaxation;

export function createDispatch(
  { instance, factors }: SolveCase,
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
