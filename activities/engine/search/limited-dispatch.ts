/**
 * Dispatches an hour within the flow limits, with and without an outage, by a small linear program (`hourProgram`) to
 * which violated limits are added. It begins with the limits found in earlier hours, and in the last dispatch of the
 * same hour.
 */
import type { Milp } from '../../milp/model.ts';
import { createScreening, type FlowLimitViolation } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import type { HourDispatch, Redispatch, Shortage } from '../../uc/hourly-dispatch.ts';
import type { Windows } from '../../uc/output-windows.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { hourProgram, inAnyHour, injectionOf, type Limit } from './hour-program.ts';

interface Means {
  open(milp: Milp): Promise<SolverSession>;
  /** Remaining time, s. */
  leftS(): number;
}

/** Tolerance of flow limits, MW. */
const TOLERANCE = 1e-5;
const MOST_ROUNDS = 100;
const MOST_REMEMBERED = 30;
/** Least time limit of one linear program, s. */
const LEAST_S = 0.1;

/** The output windows of one hour, its flow limits and its dispatch. */
interface Dispatched {
  readonly windows: Windows;
  readonly limits: readonly Limit[];
  readonly outcome: HourDispatch | Shortage;
}

export function limitedDispatch(prepared: PreparedCase, means: Means) {
  const { network, periods } = prepared.instance;
  const violated = screening(prepared);
  if (!violated) return undefined;
  const soft = [...network.lines.keys()].filter(
    (l) => network.lines[l]?.element.penalty_usd_per_mwh !== undefined,
  );
  const overflows = new Map(soft.map((line) => [line, new Array<number>(periods).fill(0)]));
  const remembered = new Map<string, Limit>();
  /** Dispatches an hour; adds limits until no further limit is violated. */
  const within = async (t: number, windows: Windows, first: readonly Limit[]): Promise<Dispatched> => {
    const hour = hourProgram(prepared, windows, t);
    const session = await means.open(hour.milp);
    const limits = new Map<string, Limit>();
    const add = (limit: Limit): void => {
      const name = inAnyHour(limit);
      if (limits.has(name)) return;
      limits.set(name, limit);
      if (remembered.size < MOST_REMEMBERED) remembered.set(name, limit);
      hour.limit(session, limit);
    };
    const dispatched = (outcome: HourDispatch | Shortage) => ({
      windows,
      limits: [...limits.values()],
      outcome,
    });
    try {
      let broken: readonly Limit[] = [...remembered.values(), ...first];
      for (let round = 0; round < MOST_ROUNDS && means.leftS() > 0; round++) {
        broken.forEach(add);
        const relaxation = session.relax({
          timeLimitS: Math.max(LEAST_S, means.leftS()),
          // If the search was stopped, no other schedule may exist, so the hour is dispatched all the same.
          evenIfStopped: true,
        });
        if (relaxation.outcome !== 'optimal') break;
        const dispatch = hour.read(relaxation.primal, overflows);
        broken = violated(t, dispatch, limits, hour.beyond(relaxation.primal));
        if (broken.length > 0) continue;
        const missing = hour.excess(relaxation.primal);
        if (missing === 0) return dispatched(dispatch);
        return dispatched({ hour: t, missing, worth: hour.worth(relaxation.rowDual), windows });
      }
      return dispatched({ hour: t, missing: 0 });
    } finally {
      session.dispose();
    }
  };
  const last: Dispatched[] = [];
  const redispatch: Redispatch = async (t, windows, merit) => {
    if (means.leftS() <= 0) return { hour: t, missing: 0 };
    const before = last[t];
    if (before && isKnown(before.outcome) && isSame(before.windows, windows)) return before.outcome;
    for (const hours of overflows.values()) hours[t] = 0;
    const broken = violated(t, merit, new Map(), () => 0);
    const limits = before?.limits ?? [];
    const dispatched =
      broken.length === 0
        ? { windows, limits, outcome: merit }
        : await within(t, windows, [...limits, ...broken]);
    last[t] = dispatched;
    return dispatched.outcome;
  };
  /** Overload by line id in the last dispatch of each hour, MW, shape [T]; soft lines only. */
  const overflow = (): Record<string, number[]> =>
    Object.fromEntries([...overflows].map(([line, hours]) => [network.lines[line]?.id ?? '', [...hours]]));
  return { redispatch, overflow };
}

/**
 * True if the hour is solved. It is not if its rounds ran out; its next dispatch then begins with the limits added so
 * far.
 */
const isKnown = (outcome: HourDispatch | Shortage): boolean =>
  !('missing' in outcome) || outcome.missing !== 0;

const isSame = (a: Windows, b: Windows): boolean =>
  a.low.every((mw, g) => mw === b.low[g]) && a.high.every((mw, g) => mw === b.high[g]);

/**
 * Returns a function that finds the limits that a dispatch of hour `t` violates, except those already in the program;
 * undefined without a network. `beyond`: allowed excess of a line over its limits, MW.
 */
function screening(prepared: PreparedCase) {
  const { instance, factors, contingencies } = prepared;
  if (!factors) return undefined;
  const screen = createScreening(
    factors,
    instance.network,
    contingencies.map(({ lines }) => lines),
  );
  return (
    t: number,
    dispatch: HourDispatch,
    knownLimits: ReadonlyMap<string, Limit>,
    beyond: (line: number) => number,
  ): FlowLimitViolation[] =>
    screen([injectionOf(prepared, dispatch, t)], {
      firstHour: t,
      tolerance: TOLERANCE,
      perLine: 1,
      perHour: 20,
      known: (line, contingency, _, direction) =>
        knownLimits.has(inAnyHour({ line, contingency, direction })),
      overflow: beyond,
    });
}
