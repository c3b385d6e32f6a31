/** Body of the dry run's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { CancelledReactances } from '../../network/cancelled-reactances.ts';
import { type CaseWarning, caseWarnings } from '../base/case-warnings.ts';
import { networkOf, prepareCase, uncomputable } from '../base/prepared-case.ts';
import { type DryRun, type Finding, modelSize } from './dry-run.ts';

const { jobType, payload }: { jobType: JobType; payload: SolvePayload } = workerData;

const asWarning = (warning: CaseWarning): Finding => ({ ...warning, severity: 'warning', hour: null });

/** What the result would warn of, or one error for each line whose reactance cancels out with those of the others. */
function caseFindings(): Finding[] {
  try {
    return prepareCase(payload, jobType).found.map(asWarning);
  } catch (error) {
    if (!(error instanceof CancelledReactances)) throw error;
    const message = uncomputable(error);
    const cancelled = error.lines.map(
      (element_id): Finding => ({
        code: 'REACTANCES_CANCEL_OUT',
        severity: 'error',
        element_type: 'line',
        element_id,
        hour: null,
        message,
      }),
    );
    const { warnings } = networkOf(payload, jobType);
    return [...cancelled, ...caseWarnings(payload, jobType, warnings).map(asWarning)];
  }
}

const causes = explainInfeasibility(payload, jobType).map(
  ({ shortfall_mw: _, ...cause }): Finding => ({ ...cause, severity: 'error' }),
);
const findings = [...causes, ...caseFindings()];
const answer: DryRun = {
  valid: !findings.some(({ severity }) => severity === 'error'),
  findings,
  size: modelSize(payload, jobType),
};
parentPort?.postMessage(answer);
