/** Economic dispatch of fixed integer variables within every flow limit. */
import type { PartialSolution } from '../solvers/solver.ts';
import type { Clock } from './clock.ts';
import type { Dispatch, FixedDispatch, Search } from './search-state.ts';

/** A dispatch may take this long even when the time is over, because a search overran it, s. */
const DISPATCH_LEAST_S = 0.8;

/** Undefined when there is none. */
export function dispatchFixed(
  { model, integers, clock, watch }: Pick<Search, 'model' | 'integers' | 'clock' | 'watch'>,
  values: PartialSolution,
): Dispatch | undefined {
  watch.onPhase('pricing');
  integers.fix(values);
  const dispatch = model.dispatch(atLeast(clock, DISPATCH_LEAST_S));
  integers.release();
  return dispatch.outcome === 'optimal' ? dispatch : undefined;
}

/** Dispatches the given start; searches only for the integer variables that it leaves open. */
export function dispatchStart(search: Search): FixedDispatch | undefined {
  const { start, model, integers, clock } = search;
  if (!start) return undefined;
  for (;;) {
    const values = start.columns.length < integers.count ? complete(search, start) : start;
    const rows = model.rows();
    const dispatch = values && dispatchFixed(search, values);
    if (dispatch) return { values, dispatch };
    // What was completed without a flow limit may not fit within it.
    if (!values || model.rows() === rows || clock.leftS() <= 0) return undefined;
  }
}

/** Cheapest values of all integer variables with those of `start`, such as storage modes for a commitment. */
function complete({ session, model, integers, mipGap, clock }: Search, start: PartialSolution) {
  integers.fix(start);
  const relaxation = model.relax(atLeast(clock, DISPATCH_LEAST_S));
  const timeLimitS = Math.max(DISPATCH_LEAST_S, clock.leftS() / 2);
  model.complete();
  const found =
    relaxation.outcome === 'optimal' && session.search({ timeLimitS, mipGap }, undefined, UNWATCHED);
  integers.release();
  return found && found.primal.length > 0 ? integers.valuesOf(found.primal) : undefined;
}

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

const atLeast = (clock: Clock, leastS: number): Clock => ({
  ...clock,
  leftS: () => Math.max(leastS, clock.leftS()),
});
