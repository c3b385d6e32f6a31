/** What activities reach the world through. */
import type { Audit } from '../mongo/audit.ts';
import type { Documents } from '../mongo/documents.ts';
import type { Executions } from '../mongo/executions.ts';
import type { Experiments } from '../mongo/experiments.ts';
import type { Jobs } from '../mongo/jobs.ts';
import type { ScenarioNeighbours } from '../mongo/scenario-neighbours.ts';
import type { ScenarioRuns } from '../mongo/scenario-runs.ts';
import type { StoredBytes } from '../mongo/stored-bytes.ts';
import type { Windows } from '../mongo/windows.ts';
import type { SolveProgress } from '../temporal/case/messages/job.ts';
import type { JobWorkflows } from '../temporal/jobs.ts';
import type { ExecutionWorkflows, ExperimentWorkflows } from '../temporal/workflow-calls.ts';
import type { Engine } from './engine/base/engine.ts';

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
  /** How long what has ended is kept with its documents, days. */
  readonly retentionDays: number;
  readonly engine: Engine;
  /** Takes a slot of the process; null when all are taken, else what gives it back. */
  takeSlot(): (() => void) | null;
  /** Watches an attempt; absent = nobody does. */
  observe?: (() => SolveObserver) | undefined;
  now(): Date;
}
