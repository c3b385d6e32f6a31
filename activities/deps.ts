/** The services that activities use. */
import type { Audit } from '../mongo/audit.ts';
import type { ConnectionStudies } from '../mongo/connection-studies.ts';
import type { Documents } from '../mongo/documents.ts';
import type { Executions } from '../mongo/executions.ts';
import type { Experiments } from '../mongo/experiments.ts';
import type { Jobs } from '../mongo/jobs.ts';
import type { ScenarioNeighbours } from '../mongo/scenario-neighbours.ts';
import type { ScenarioRuns } from '../mongo/scenario-runs.ts';
import type { ScheduleEntry, Schedules } from '../mongo/schedules.ts';
import type { StoredBytes } from '../mongo/stored-bytes.ts';
import type { Webhooks } from '../mongo/webhooks.ts';
import type { Windows } from '../mongo/windows.ts';
import type { Progress } from '../temporal/case/messages/job.ts';
import type { DueRefusal, StartedRun } from '../temporal/case/messages/schedule.ts';
import type { PayloadSeal } from '../temporal/codec.ts';
import type { JobWorkflows } from '../temporal/jobs.ts';
import type { AddressRule } from '../temporal/public-address.ts';
import type { Scheduler } from '../temporal/schedules.ts';
import type {
  ConnectionStudyWorkflows,
  ExecutionWorkflows,
  ExperimentWorkflows,
  StartDeliveries,
} from '../temporal/workflow-calls.ts';
import type { Engine } from './engine/base/engine.ts';
import type { Resolve } from './webhooks/post-event.ts';

/** Services needed to record the end of a run. */
export interface FinishDeps {
  readonly documents: Documents;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly startDeliveries: StartDeliveries;
  /** Time after their end for which jobs and runs are stored, with their documents, days. */
  readonly retentionDays: number;
  now(): Date;
}

/** Services needed to record the end of a job. */
export interface FinishJobDeps extends FinishDeps {
  readonly jobs: Jobs;
  readonly scenarioRuns: ScenarioRuns;
}

/** Services that light activities use. Light activities read and write records, and compute nothing. */
export interface RecordActivityDeps extends FinishJobDeps {
  readonly experiments: Experiments;
  readonly executions: Executions;
  readonly connectionStudies: ConnectionStudies;
  readonly windows: Windows;
  readonly storedBytes: Pick<StoredBytes, 'nameOwners'>;
  readonly workflows: JobWorkflows;
  readonly experimentWorkflows: ExperimentWorkflows;
  readonly executionWorkflows: ExecutionWorkflows;
  readonly connectionStudyWorkflows: ConnectionStudyWorkflows;
  readonly schedules: Schedules;
  readonly scheduler: Scheduler;
  /** Submits the run of a due time after the same checks as an API request of the schedule's owner. */
  submitDue(entry: ScheduleEntry): Promise<StartedRun | DueRefusal>;
}

/** Observes the progress of one attempt, and its end with or without a result. */
export interface SolveObserver {
  progress(progress: Progress): void;
  end(): void;
}

export interface SolverActivityDeps extends FinishJobDeps {
  readonly neighbours: ScenarioNeighbours;
  readonly engine: Engine;
  /** Takes a slot of the process. Returns a function that releases the slot; null when all slots are in use. */
  takeSlot(): (() => void) | null;
  /** Starts the observation of an attempt; absent if attempts are not observed. */
  observe?: (() => SolveObserver) | undefined;
}

/** Services for deliveries of webhooks, which reach servers of third parties. */
export interface DeliveryActivityDeps extends Pick<FinishDeps, 'webhooks' | 'now'> {
  readonly webhookSeal: PayloadSeal;
  readonly rule: AddressRule;
  readonly resolve: Resolve;
}
