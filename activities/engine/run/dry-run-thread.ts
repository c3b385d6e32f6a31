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

/** Fields by element and code, where one stands for what is found. */
const FIELDS: Partial<Record<Finding['element_type'], Partial<Record<Finding['code'], string>>>> = {
  system: {
    CAPACITY_SHORTFALL: 'loads',
    MINIMUM_GENERATION_EXCESS: 'loads',
    EMISSION_LIMIT: 'emission_limit_t',
    COPPER_PLATE: 'transmission_lines',
    NO_COMMITMENT: 'commitment',
  },
  bus: { ISLANDED_LOAD: 'values' },
  generator: {
    OUTPUT_LIMITS_INVERTED: 'p_min',
    MIN_UPTIME_CONFLICT: 'min_uptime',
    MIN_DOWNTIME_CONFLICT: 'min_downtime',
  },
  renewable: { OUTPUT_LIMITS_INVERTED: 'p_min', ENERGY_LIMIT: 'energy_limits' },
  line: {
    LINE_LIMIT: 'rating_mw',
    REACTANCE: 'x_pu',
    REACTANCES_CANCEL_OUT: 'x_pu',
    EMERGENCY_RATING: 'emergency_rating_mw',
  },
  contingency: { CONTINGENCY_SKIPPED: 'lines' },
  reserve: { RESERVE_SHORTFALL: 'mw' },
};
const withField = (finding: Finding): Finding => {
  const field = finding.field ?? FIELDS[finding.element_type]?.[finding.code];
  return { ...finding, ...(field !== undefined && { field }) };
};

const findings = [...causes, ...caseFindings()].map(withField);
const answer: DryRun = {
  valid: !findings.some(({ severity }) => severity === 'error'),
  findings,
  size: modelSize(payload, jobType),
};
parentPort?.postMessage(answer);
