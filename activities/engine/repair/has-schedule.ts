/** Solves a case for any schedule, and has it verified: what a repair must stand before it is reported. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { openHighs } from '../../solvers/highs/open-highs.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { certify } from '../../verifier/certify.ts';
import type { Clock } from '../base/clock.ts';
import { isContradictory, prepareCase } from '../base/prepared-case.ts';
import { integerColumns } from '../model/integer-columns.ts';
import { openSecureModel } from '../model/secure-model.ts';
import { scheduleResult } from '../result/result.ts';
import { findSchedule } from '../search/find-schedule.ts';

const UNWATCHED = { onPhase: () => undefined, onProgress: () => undefined, onIncumbent: () => undefined };

export async function hasSchedule(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<boolean> {
  const prepared = prepareCase(payload, jobType);
  if (isContradictory(prepared.instance)) return false;
  const formulation = formulate(prepared.instance);
  const { session, model } = await openSecureModel(prepared, formulation, (milp) =>
    openHighs(milp, new Int32Array(1)),
  );
  try {
    const integers = integerColumns(formulation, session);
    const { instance } = prepared;
    const parts = { instance, formulation, session, model, integers };
    const outcome = await findSchedule({ ...parts, mipGap: 1, start: undefined, clock, watch: UNWATCHED });
    if (outcome.kind !== 'schedule') return false;
    const facts = { solver: 'highs', solver_version: session.version, solve_time_s: 0, mipGap: 1 } as const;
    return certify(payload, jobType, scheduleResult(prepared, formulation, model, outcome, facts)).verified;
  } finally {
    session.dispose();
  }
}
