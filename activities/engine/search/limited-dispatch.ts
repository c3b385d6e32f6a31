/**
 * Dispatch of an hour within the flow limits, before and after contingencies: a small linear program (`hourProgram`) to
 * which limits are added as they are violated. Those of the hours before, and of the dispatch of the hour that was asked for
 * last, are there from the beginning.
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
  /** s. */
  leftS(): number;
}

/** MW. */
const TOLERANCE = 1e-5;
const MOST_ROUNDS = 100;
const MOST_REMEMBERED = 30;
/** s. */
const LEAST_S = 0.1;

/** What an hour was dispatched within, and what came of it. */
interface Dispatched {
  readonly windows: Windows;
  readonly limits: readonly Limit[];
  readonly found: HourDispatch | Shortage;
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
  /** Adds limits until no other is broken. */
  const within = async (t: number, windows: Windows, first: readonly Limit[]): Promise<Dispatched> => {
    const hour = hourProgram(prepared, windows, t);
    const session = await means.open(hour.milp);
    const known = new Map<string, Limit>();
    const add = (limit: Limit): void => {
      const name = inAnyHour(limit);
      if (known.has(name)) return;
      known.set(name, limit);
      if (remembered.size < MOST_REMEMBERED) remembered.set(name, limit);
      hour.limit(session, limit);
    };
    const dispatched = (found: HourDispatch | Shortage) => ({ windows, limits: [...known.values()], found });
    try {
      let broken: readonly Limit[] = [...remembered.values(), ...first];
      for (let round = 0; round < MOST_ROUNDS && means.leftS() > 0; round++) {
        broken.forEach(add);
        const relaxation = session.relax({
          timeLimitS: Math.max(LEAST_S, means.leftS()),
          // A search that was stopped may have left nothing but this.
          evenIfStopped: true,
        });
        if (relaxation.outcome !== 'optimal') break;
        const found = hour.read(relaxation.primal, overflows);
        broken = violated(t, found, known, hour.beyond(relaxation.primal));
        if (broken.length > 0) continue;
        const missing = hour.excess(relaxation.primal);
        if (missing === 0) return dispatched(found);
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
    if (before && isKnown(before.found) && isSame(before.windows, windows)) return before.found;
    for (const hours of overflows.values()) hours[t] = 0;
    const broken = violated(t, merit, new Map(), () => 0);
    const limits = before?.limits ?? [];
    const dispatched =
      broken.length === 0
        ? { windows, limits, found: merit }
        : await within(t, windows, [...limits, ...broken]);
    last[t] = dispatched;
    return dispatched.found;
  };
  /** MW by line id, shape [T], of the last dispatch of each hour; soft lines only. */
  const overflow = (): Record<string, number[]> =>
    Object.fromEntries([...overflows].map(([line, hours]) => [network.lines[line]?.id ?? '', [...hours]]));
  return { redispatch, overflow };
}

/** An hour that ran out of rounds goes on from its limits. */
const isKnown = (found: HourDispatch | Shortage): boolean => !('missing' in found) || found.missing !== 0;

const isSame = (a: Windows, b: Windows): boolean =>
  a.low.every((mw, g) => mw === b.low[g]) && a.high.every((mw, g) => mw === b.high[g]);

/**
 * Tells what limits the dispatch of hour `t` breaks that are not known yet; `beyond`: MW by which a line may exceed its own.
 * Undefined without a network.
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
    known: ReadonlyMap<string, Limit>,
    beyond: (line: number) => number,
  ): FlowLimitViolation[] =>
    screen([injectionOf(prepared, dispatch, t)], {
      firstHour: t,
      tolerance: TOLERANCE,
      perLine: 1,
      perHour: 20,
      known: (line, contingency, _, direction) => known.has(inAnyHour({ line, contingency, direction })),
      overflow: beyond,
    });
}
