/** The WebAssembly build of HiGHS, and what its model status means. */
import highsModule, { type Highs } from 'highs';
import type { Relaxation, Search } from './solver.ts';

// highs types its default export for CommonJS; under NodeNext the import already is that default.
const load = highsModule as unknown as typeof highsModule.default;

let loaded: Promise<Highs> | undefined;

/** One instance per thread, with as many models as it likes. */
export function loadHighs(): Promise<Highs> {
  loaded ??= load();
  return loaded;
}

type Status = Highs['constants']['modelStatus'];

/**
 * `unboundedOrInfeasible` counts as infeasible: whoever builds a model here bounds every variable that
 * could earn money.
 */
export function relaxationOutcome(known: Status, status: number): Relaxation['outcome'] {
  if (status === known.optimal) return 'optimal';
  if (status === known.unbounded) return 'unbounded';
  if (status === known.infeasible || status === known.unboundedOrInfeasible) return 'infeasible';
  return 'limit';
}

export function searchOutcome(known: Status, status: number, found: boolean): Search['outcome'] {
  if (status === known.optimal) return 'optimal';
  if (status === known.infeasible || status === known.unboundedOrInfeasible) return 'infeasible';
  return found ? 'feasible' : 'none';
}
