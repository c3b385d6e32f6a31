/** What activities reach the world through. */
import type { Audit } from '../mongo/audit.ts';
import type { DeliveryRecords } from '../mongo/deliveries.ts';
import type { Documents } from '../mongo/documents.ts';
import type { Executions } from '../mongo/executions.ts';
import type { Experiments } from '../mongo/experiments.ts';
import type { Jobs } from '../mongo/jobs.ts';
import type { ScenarioNeighbours } from '../mongo/scenario-neighbours.ts';
import type { ScenarioRuns } from '../mongo/scenario-runs.ts';
import type { ScheduleActions } from '../mongo/schedule-actions.ts';
import type { Schedules, ScheduleTarget } from '../mongo/schedules.ts';
import type { StoredBytes } from '../mongo/stored-bytes.ts';
import type { Webhooks } from '../mongo/webhooks.ts';
import type { Windows } from '../mongo/windows.ts';
import type { SolveProgress } from '../temporal/case/messages/job.ts';
import type { StartedRun } from '../temporal/case/messages/schedule.ts';
import type { Deliveries } from '../temporal/deliveries.ts';
import type { JobWorkflows } from '../temporal/jobs.ts';
import type { AddressRule } from '../temporal/public-address.ts';
import type { Scheduler } from '../temporal/schedules.ts';
import type { SecretSeal } from '../temporal/secret-seal.ts';
import type { ExecutionWorkflows, ExperimentWorkflows } from '../temporal/workflow-calls.ts';
import type { Engine } from './engine/base/engine.ts';
import type { Resolve } from './webhooks/post-event.ts';

/** Light activities: they read and write records, and never compute. */
export interface RecordActivityDeps {
  readonly jobs: Jobs;
  readonly experiments: Experiments;
  readonly scenarioRuns: ScenarioRuns;
  readonly executions: Executions;
  readonly windows: Windows;
  readonly documents: Documents;
  readonly storedBytes: Pick<StoredBytes, 'nameOwners'>;
  readonly audit: Audit;
  readonly workflows: JobWorkflows;
  readonly experimentWorkflows: ExperimentWorkflows;
  readonly executionWorkflows: ExecutionWorkflows;
  readonly schedules: Schedules;
  readonly scheduleActions: ScheduleActions;
  readonly scheduler: Scheduler;
  readonly submissions: Submissions;
  readonly webhooks: Webhooks;
  readonly deliveryRecords: DeliveryRecords;
  readonly deliveries: Deliveries;
  /** How long what has ended is kept with its documents, days. */
  readonly retentionDays: number;
  now(): Date;
}

/** Is shown how one attempt goes, and told when it is over, with or without a result. */
export interface SolveObserver {
  progress(progress: SolveProgress): void;
  end(): void;
}

export interface SolverActivityDeps {
  readonly jobs: Jobs;
  readonly scenarioRuns: ScenarioRuns;
  readonly neighbours: ScenarioNeighbours;
  readonly documents: Documents;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  /** How long what has ended is kept with its documents, days. */
  readonly retentionDays: number;
  readonly engine: Engine;
  /** Takes a slot of the process; null when all are taken, else what gives it back. */
  takeSlot(): (() => void) | null;
  /** Watches an attempt; absent = nobody does. */
  observe?: (() => SolveObserver) | undefined;
  now(): Date;
}

/** Submits as the API does, for the owner of a schedule. */
interface Submissions {
  submit(asked: ScheduledSubmission): Promise<SubmissionOutcome>;
}

interface ScheduledSubmission {
  readonly userId: string;
  readonly name: string;
  readonly target: ScheduleTarget;
  /** Its `Idempotency-Key`: one for each time. */
  readonly key: string;
}

/** `passing`: it may pass later; `gone`: never again, as what it is about is gone; `refused`: not this time. */
type SubmissionOutcome =
  | { readonly run: StartedRun }
  | { readonly kind: 'passing' | 'gone' | 'refused'; readonly reason: string };

export interface DeliveryActivityDeps {
  readonly webhooks: Webhooks;
  readonly deliveryRecords: DeliveryRecords;
  readonly webhookSeal: SecretSeal;
  readonly rule: AddressRule;
  readonly resolve: Resolve;
  now(): Date;
}
