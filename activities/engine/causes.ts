/**
 * Why a case is infeasible: what arithmetic proves, in the words of the payload; where it proves nothing, the
 * family of rules without which the case has a schedule, found by solving the case without it.
 *
 * @module
 */
import type { Cause, CauseCode } from '../../temporal/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { explainInfeasibility } from '../infeasibility/explain-infeasibility.ts';
import { openHighs } from '../solvers/highs.ts';
import { formulate } from '../uc/formulation/index.ts';
import { toCase } from './case.ts';
import type { Clock } from './clock.ts';
import { createSecureModel } from './secure-model.ts';

interface Relief {
  readonly code: CauseCode;
  readonly message: string;
  /** The payload without one family of rules. */
  without(payload: SolvePayload): SolvePayload;
}

const EVERY_GENERATOR = (payload: SolvePayload, changes: object): SolvePayload => ({
  ...payload,
  generators: payload.generators.map((generator) => ({ ...generator, ...changes })),
});

const RELIEFS: readonly Relief[] = [
  {
    code: 'CONTINGENCY_LIMIT',
    message: 'Without the contingencies there would be a schedule: they cannot all be survived',
    without: (payload) => ({ ...payload, contingencies: [] }),
  },
  {
    code: 'LINE_LIMIT',
    message: 'Without line ratings there would be a schedule: the network cannot carry the power',
    without: (payload) => ({
      ...payload,
      contingencies: payload.contingencies?.map(({ lines: _, ...rest }) => rest),
      transmission_lines: payload.transmission_lines?.map((line) => ({
        ...line,
        rating_mw: null,
        emergency_rating_mw: null,
      })),
    }),
  },
  {
    code: 'RESERVE_SHORTFALL',
    message: 'Without the reserve requirements there would be a schedule',
    without: (payload) => ({ ...payload, reserves: [] }),
  },
  {
    code: 'RAMP_LIMIT',
    message: 'Without ramp limits there would be a schedule: the units cannot follow the load',
    without: (payload) =>
      EVERY_GENERATOR(payload, {
        ramp_up: null,
        ramp_down: null,
        startup_ramp: undefined,
        shutdown_ramp: undefined,
        initial_power_mw: undefined,
      }),
  },
  {
    code: 'MIN_DOWNTIME_CONFLICT',
    message: 'Without minimum down times there would be a schedule',
    without: (payload) => EVERY_GENERATOR(payload, { min_downtime: 0 }),
  },
  {
    code: 'MIN_UPTIME_CONFLICT',
    message: 'Without minimum up times there would be a schedule',
    without: (payload) => EVERY_GENERATOR(payload, { min_uptime: 0 }),
  },
  {
    code: 'STORAGE_LIMIT',
    message: 'Without the final energies of the storage there would be a schedule',
    without: (payload) => ({
      ...payload,
      storage: payload.storage?.map((item) => ({ ...item, final_mwh: 0 })),
    }),
  },
];

/** Each attempt at a relief may take this long, s. */
const RELIEF_S = 5;

export async function causesOf(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<Cause[]> {
  const proven = explainInfeasibility(payload, jobType);
  if (proven.length > 0) return proven;
  for (const { code, message, without } of RELIEFS) {
    if (clock.leftS() < 1) break;
    if (await isFeasible(without(payload), jobType, Math.min(RELIEF_S, clock.leftS() / 2))) {
      return [{ code, element_type: 'system', element_id: null, hour: null, message, shortfall_mw: null }];
    }
  }
  return [];
}

/** True when a schedule was found in time. */
async function isFeasible(payload: SolvePayload, jobType: JobType, timeLimitS: number): Promise<boolean> {
  const solveCase = toCase(payload, jobType);
  const formulation = formulate(solveCase.instance);
  const session = await openHighs(formulation.milp, new Int32Array(1));
  try {
    const model = createSecureModel(solveCase, formulation, session);
    const clock: Clock = { limitS: timeLimitS, elapsedS: () => 0, leftS: () => timeLimitS };
    if (model.relax(clock).outcome !== 'optimal') return false;
    const { outcome } = session.search({ timeLimitS, mipGap: 1 }, undefined, {
      onProgress: () => undefined,
      onIncumbent: () => undefined,
    });
    return outcome === 'optimal' || outcome === 'feasible';
  } finally {
    session.dispose();
  }
}
