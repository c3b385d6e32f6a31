/**
 * Dispatch of an hour within the flow limits, before and after contingencies: a small linear program (hour-program.ts) to
 * which limits are added as they are violated. Those of the hours before are there from the beginning.
 */
import type { Milp } from '../../milp/model.ts';
import { createScreening, type FlowLimitViolation } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import type { HourDispatch, Redispatch, Shortage } from '../../uc/hourly-dispatch.ts';
import type { Windows } from '../../uc/output-windows.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { limitName } from '../model/network-rows.ts';
import { hourProgram, injectionOf, type Limit } from './hour-program.ts';

interface LimitedDispatch {
  readonly redispatch: Redispatch;
  /** MW by line id, shape [T], of the last dispatch of each hour; soft lines only. */
  overflow(): Record<string, number[]>;
}

interface Means {
  open(milp: Milp): Promise<SolverSession>;
  /** s. */
  leftS(): number;
}

/** MW. */
const TOLERANCE = 1e-5;
const MOST_ROUNDS = 30;
const MOST_REMEMBERED = 30;
/** s. */
const LEAST_S = 0.1;

export function limitedDispatch(prepared: PreparedCase, means: Means): LimitedDispatch | undefined {
  const { instance, factors, contingencies } = prepared;
  const { network, periods, payload } = instance;
  if (!factors) return undefined;
  const screen = createScreening(
    factors,
    network,
    contingencies.map(({ lines }) => lines),
  );
  const penalties = new Map(payload.transmission_lines?.map((line) => [line.id, line.penalty_usd_per_mwh]));
  const soft = [...network.lines.keys()].filter(
    (l) => penalties.get(network.lines[l]?.id ?? '') !== undefined,
  );
  const overflows = new Map(soft.map((line) => [line, new Array<number>(periods).fill(0)]));
  const remembered = new Map<string, Limit>();
  const violated = (t: number, dispatch: HourDispatch, known: ReadonlySet<string>): FlowLimitViolation[] =>
    screen([injectionOf(prepared, dispatch, t)], {
      tolerance: TOLERANCE,
      perLine: 1,
      perHour: 20,
      known: (line, contingency, hour, direction) =>
        known.has(limitName({ line, contingency, hour, direction })),
      overflow: (line) => overflows.get(line)?.[t] ?? 0,
    });
  /** Adds limits until no other is broken. */
  const within = async (
    t: number,
    windows: Windows,
    first: readonly Limit[],
  ): Promise<HourDispatch | Shortage> => {
    const hour = hourProgram(prepared, windows, t, penalties);
    const session = await means.open(hour.milp);
    const known = new Set<string>();
    const add = (limit: Limit): void => {
      const name = limitName({ ...limit, hour: 0 });
      if (known.has(name)) return;
      known.add(name);
      if (remembered.size < MOST_REMEMBERED) remembered.set(name, limit);
      hour.limit(session, limit);
    };
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
        broken = violated(t, found, known);
        if (broken.length > 0) continue;
        const missing = hour.excess(relaxation.primal);
        return missing === 0 ? found : { hour: t, missing, worth: hour.worth(relaxation.rowDual), windows };
      }
      return { hour: t, missing: 0 };
    } finally {
      session.dispose();
    }
  };
  const redispatch: Redispatch = async (t, windows, merit) => {
    if (means.leftS() <= 0) return { hour: t, missing: 0 };
    for (const hours of overflows.values()) hours[t] = 0;
    const broken = violated(t, merit, new Set());
    if (broken.length === 0) return merit;
    return within(t, windows, broken);
  };
  const overflow = (): Record<string, number[]> =>
    Object.fromEntries([...overflows].map(([line, hours]) => [network.lines[line]?.id ?? '', [...hours]]));
  return { redispatch, overflow };
}
