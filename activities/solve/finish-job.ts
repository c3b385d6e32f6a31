/** Records the end of a job, also in the row of its scenario. */
import type { PackedDocuments } from '../../mongo/documents.ts';
import { isPart, type JobRecord, toSolveInput } from '../../mongo/jobs.ts';
import type { ScenarioOutcome } from '../../mongo/scenario-runs.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import type { SolveEnd } from '../../temporal/case/messages/solve-run.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { FinishJobDeps, RecordActivityDeps } from '../deps.ts';
import { type AuditEntry, endWithoutAnswer, finishRun } from '../runs/lifecycle.ts';
import type { Swept } from '../runs/sweep.ts';

export interface FinishJobInput {
  readonly jobId: string;
  readonly userId: string;
  readonly end: SolveEnd;
  /** Progress of the job in percent; 100 when completed. */
  readonly percent: number;
}

interface FinishedJob {
  /** The recorded end. It differs from the requested end if the job had ended before. */
  readonly end: SolveEnd;
  readonly finishedAt: string;
}

/** Records the end. `documents`: stored together with the end; not stored if the job had ended before. */
export async function finishJob(
  deps: FinishJobDeps,
  { jobId, end: asked, percent }: FinishJobInput,
  documents: PackedDocuments = {},
): Promise<FinishedJob> {
  const { run, end, finishedAt } = await finishRun<JobRecord, SolveEnd>(deps, {
    noun: 'job',
    id: jobId,
    records: deps.jobs,
    asked,
    documents,
    finish: (at, expiresAt, tx) => deps.jobs.finish(jobId, { end: asked, percent }, at, expiresAt, tx),
    earlier,
    entry,
  });
  if (run.parent?.type === 'experiment') {
    const { id, index } = run.parent;
    await deps.scenarioRuns.finish(id, index, scenarioOutcome(end, finishedAt));
  }
  return { end, finishedAt: finishedAt.toISOString() };
}

function earlier(job: JobRecord): SolveEnd {
  if (job.status !== 'completed') return endWithoutAnswer(job, UNKNOWN);
  return {
    status: 'completed',
    summary: {
      terminationStatus: job.termination_status ?? 'FEASIBLE',
      objectiveValue: job.objective_value,
      mipGap: null,
    },
  };
}

const UNKNOWN: JobError = { code: 'INTERNAL', message: 'Internal error', retryable: true };

/** The audit entry for the end of a job; null for a part of an experiment or execution. */
const entry = (job: JobRecord, end: SolveEnd): AuditEntry | null =>
  isPart(job.parent)
    ? null
    : {
        event: `solve_${end.status}`,
        once: `${end.status}/${job._id}`,
        details: {
          job_id: job._id,
          solver: job.solver,
          job_type: job.job_type,
          ...(end.status === 'completed'
            ? { termination_status: end.summary.terminationStatus }
            : { code: end.error.code }),
        },
        told: { scenario_id: job.scenario_id, name: job.name, ...figuresOf(end) },
      };

const figuresOf = (end: SolveEnd): object =>
  end.status === 'completed'
    ? {
        objective_value: end.summary.objectiveValue,
        mip_gap: end.summary.mipGap,
        causes: end.summary.reason === undefined ? [] : [end.summary.reason],
      }
    : { objective_value: null, mip_gap: null, causes: [end.error.message] };

export const sweptJobs = (deps: RecordActivityDeps): Swept<JobRecord> => ({
  records: deps.jobs,
  start: (job) => deps.workflows.start(toSolveInput(job)),
  state: ({ _id }) => deps.workflows.state(_id),
  close: async ({ _id, user_id }) => {
    const percent = (await deps.workflows.state(_id))?.percent ?? 0;
    const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
    await finishJob(deps, { jobId: _id, userId: user_id, end, percent });
  },
  isPart: ({ parent }) => isPart(parent),
});

/** Converts the end of a solve to the outcome of its scenario. */
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
