/** Checks a payload without solving it; reports causes of infeasibility, warnings, and the size of the model. */
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { readCase } from '../../case/read-case.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { CancelledReactances } from '../../network/bus-angles.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { toInstance } from '../../uc/to-instance.ts';
import { type CaseWarning, caseWarnings } from '../base/case-warnings.ts';
import { networkOf, prepareCase, uncomputable } from '../base/prepared-case.ts';

interface Finding extends Omit<Cause, 'shortfall_mw' | 'code'> {
  /** Code of a cause or a warning, or of an error that only a dry run reports. */
  readonly code: CauseCode | CaseWarning['code'] | 'REACTANCES_CANCEL_OUT';
  readonly severity: 'error' | 'warning' | 'info';
  /** Field of the element, or of the payload for `system`; absent if the finding concerns several fields. */
  readonly field?: string;
}

export interface DryRun {
  /** True if no finding is an error, so that nothing proves the case infeasible. */
  readonly valid: boolean;
  readonly findings: readonly Finding[];
  readonly size: ModelSize;
}

/** Number of rows, columns and integer variables of the model of a payload, before flow limits are added. */
interface ModelSize {
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
}

/**
 * Checks a payload. Builds the whole model to count its rows, which takes seconds, and hundreds of MB, for the largest
 * cases.
 */
export function dryRun(jobType: JobType, payload: SolvePayload): DryRun {
  const causes = explainInfeasibility(payload, jobType).map(
    ({ shortfall_mw: _, ...cause }): Finding => ({ ...cause, severity: 'error' }),
  );
  const findings = [...causes, ...caseFindings(jobType, payload)].map((finding) => withField(finding));
  return {
    valid: !findings.some(({ severity }) => severity === 'error'),
    findings,
    size: modelSize(payload, jobType),
  };
}

const asWarning = (warning: CaseWarning): Finding => ({ ...warning, severity: 'warning', hour: null });

/**
 * Warnings of the result, or one error for each line whose reactance cancels out against the reactances of other lines.
 */
function caseFindings(jobType: JobType, payload: SolvePayload): Finding[] {
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
    const input = readCase(payload, jobType);
    const { warnings } = networkOf(input);
    return [...cancelled, ...caseWarnings(payload, input, warnings).map(asWarning)];
  }
}

/** Element type and code -> field of a finding, if a single field is concerned. */
const FIELDS: Partial<Record<Finding['element_type'], Partial<Record<Finding['code'], string>>>> = {
  system: {
    CAPACITY_SHORTFALL: 'loads',
    MINIMUM_GENERATION_EXCESS: 'loads',
    EMISSION_LIMIT: 'emission_limit_t',
    FUEL_LIMIT: 'fuel_limits',
    COPPER_PLATE: 'transmission_lines',
    NO_COMMITMENT: 'commitment',
  },
  bus: { ISLANDED_LOAD: 'values' },
  generator: {
    OUTPUT_LIMITS_INVERTED: 'p_min',
    MIN_UPTIME_CONFLICT: 'min_uptime',
    MIN_DOWNTIME_CONFLICT: 'min_downtime',
    ENERGY_LIMIT: 'energy_limits',
  },
  renewable: { OUTPUT_LIMITS_INVERTED: 'p_min', ENERGY_LIMIT: 'energy_limits' },
  storage: { ENERGY_LIMIT: 'energy_limits' },
  line: {
    LINE_LIMIT: 'rating_mw',
    REACTANCE: 'x_pu',
    REACTANCES_CANCEL_OUT: 'x_pu',
    EMERGENCY_RATING: 'emergency_rating_mw',
  },
  contingency: { CONTINGENCY_SKIPPED: 'lines' },
  reserve: { RESERVE_SHORTFALL: 'mw' },
};
function withField(finding: Finding): Finding {
  const field = finding.field ?? FIELDS[finding.element_type]?.[finding.code];
  return { ...finding, ...(field && { field }) };
}

export function modelSize(payload: SolvePayload, jobType: JobType): ModelSize {
  const input = readCase(payload, jobType);
  const { milp } = formulate(toInstance(input, networkOf(input).network));
  return {
    rows: milp.rows.length,
    columns: milp.columns.length,
    integers: milp.columns.filter(({ integer }) => integer).length,
  };
}
