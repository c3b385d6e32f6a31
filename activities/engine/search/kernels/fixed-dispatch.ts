/** Economic dispatch of fixed integer variables within every flow limit. */
import type { PartialSolution } from '../../../solvers/solver.ts';
import { type Clock, startClock } from '../../base/clock.ts';
import { type Dispatch, distanceToWhole, type FixedDispatch, type Search } from './search-state.ts';

/** A dispatch may take this long even when the time is over, because a search overran it, s. */
const DISPATCH_LEAST_S = 0.8;

type Dispatched = Pick<Search, 'instance' | 'formulation' | 'model' | 'integers' | 'clock'>;

/**
 * Undefined when there is none. Storage chooses its hours of charging and discharging itself, so that its prices are
 * those of what it could do; only where it would do both at once does it keep to the given one.
 */
export function dispatchFixed(search: Dispatched, values: PartialSolution): Dispatch | undefined {
  const { integers } = search;
  const open = new Set(storageHours(search).map(({ mode }) => mode));
  try {
    for (;;) {
      integers.fix(without(values, open));
      const dispatch = search.model.dispatch(atLeast(search.clock, DISPATCH_LEAST_S));
      if (dispatch.outcome !== 'optimal') return undefined;
      const both = storageHours(search).filter((hour) => open.has(hour.mode) && doesBoth(hour, dispatch));
      if (both.length === 0) return withModes(storageHours(search), dispatch);
      for (const { mode } of both) open.delete(mode);
    }
  } finally {
    integers.release();
  }
}

/** Columns of a storage in one hour. */
interface StorageHour {
  readonly charge: number;
  readonly discharge: number;
  /** 1 while charging. */
  readonly mode: number;
}

const storageHours = ({ instance: { storage, periods }, formulation: { x } }: Dispatched): StorageHour[] =>
  storage.flatMap((_, s) =>
    Array.from({ length: periods }, (_hour, t) => ({
      charge: x.charge(s, t),
      discharge: x.discharge(s, t),
      mode: x.charging(s, t),
    })),
  );

/** MW. */
const IDLE_MW = 1e-7;

const doesBoth = ({ charge, discharge }: StorageHour, { primal }: Dispatch): boolean =>
  Math.min(primal[charge] ?? 0, primal[discharge] ?? 0) > IDLE_MW;

function without({ columns, values }: PartialSolution, open: ReadonlySet<number>): PartialSolution {
  const kept = [...columns.keys()].filter((i) => !open.has(columns[i] ?? -1));
  return {
    columns: Int32Array.from(kept, (i) => columns[i] ?? 0),
    values: Float64Array.from(kept, (i) => values[i] ?? 0),
  };
}

function withModes(hours: readonly StorageHour[], dispatch: Dispatch): Dispatch {
  if (hours.length === 0) return dispatch;
  const primal = dispatch.primal.slice();
  for (const { charge, discharge, mode } of hours)
    primal[mode] = Number((primal[charge] ?? 0) > (primal[discharge] ?? 0));
  return { ...dispatch, primal };
}

/** An integer variable that is this near a whole number has its value: rows are relaxed a little for rounding. */
const WHOLE = 1e-5;

/** The relaxation itself, where it decides every hour of every unit: then there is nothing left to search. */
export function dispatchRelaxed(search: Search, { primal }: Dispatch): FixedDispatch | undefined {
  const { integers } = search;
  const isDecided = integers.columns.every((column) => distanceToWhole(primal[column] ?? 0) <= WHOLE);
  if (!isDecided) return undefined;
  const values = integers.valuesOf(primal);
  const fixed = dispatchFixed(search, values);
  return fixed && { values, dispatch: fixed };
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

/** All rounds of flow limits together take no longer than what is left, or this. */
function atLeast(clock: Clock, leastS: number): Clock {
  const limited = startClock(Math.max(leastS, clock.leftS()));
  return { ...clock, leftS: limited.leftS };
}
