/** How a solve ended -> what the row of its scenario says. */
import type { ScenarioOutcome } from '../../mongo/scenario-runs.ts';
import type { SolveEnd } from '../../temporal/case/messages/solve-run.ts';

export const scenarioOutcome = (end: SolveEnd, finishedAt: Date): ScenarioOutcome =>
  end.status === 'completed'
    ? {
        status: 'completed',
        termination_status: end.summary.terminationStatus,
        objective_value: end.summary.objectiveValue,
        mip_gap: end.summary.mipGap,
        figures: end.summary.figures ?? null,
        ...(end.summary.reason !== undefined && { reason: end.summary.reason }),
        error: null,
        finished_at: finishedAt,
      }
    : {
        status: end.status,
        termination_status: null,
        objective_value: null,
        mip_gap: null,
        figures: null,
        error: end.error,
        finished_at: finishedAt,
      };
