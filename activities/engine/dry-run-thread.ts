/** Body of the dry run's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { explainInfeasibility } from '../infeasibility/explain-infeasibility.ts';
import { CancelledReactances } from '../network/cancelled-reactances.ts';
import { blockedSwitches } from '../uc/switch-limits.ts';
import { factorsOf, networkOf } from './case.ts';
import type { DryRun, Finding } from './dry-run.ts';
import { uncomputable } from './read-case.ts';
import { modelSize } from './size.ts';

const { jobType, payload }: { jobType: JobType; payload: SolvePayload } = workerData;

/** One for each line whose reactance cancels out with those of the others. */
function networkFindings(): Finding[] {
  try {
    factorsOf(payload, jobType, networkOf(payload, jobType).network);
    return [];
  } catch (error) {
    if (!(error instanceof CancelledReactances)) throw error;
    const message = uncomputable(error);
    return error.lines.map((element_id) => ({
      code: 'REACTANCES_CANCEL_OUT',
      severity: 'error',
      element_type: 'line',
      element_id,
      hour: null,
      message,
    }));
  }
}

const causes = explainInfeasibility(payload, jobType).map(
  ({ shortfall_mw: _, ...cause }): Finding => ({ ...cause, severity: 'error' }),
);
const switches = blockedSwitches(payload, jobType).map(
  ({ name, message }): Finding => ({
    code: 'SWITCH_LIMIT',
    severity: 'warning',
    element_type: 'generator',
    element_id: name,
    hour: null,
    message,
  }),
);
const findings = [...networkFindings(), ...causes, ...switches];
const answer: DryRun = {
  valid: !findings.some(({ severity }) => severity === 'error'),
  findings,
  size: modelSize(payload, jobType),
};
parentPort?.postMessage(answer);
