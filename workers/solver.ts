/** Worker of one solver's queue. It runs only activities, in parallel up to the slots of its process. */
import { type NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Engine } from '../activities/engine/base/engine.ts';
import { createEngine } from '../activities/engine/processes/create-engine.ts';
import { warmUp } from '../activities/engine/run/warm-up.ts';
import { createSolverActivities } from '../activities/index.ts';
import { commandsIn } from '../activities/solvers/registry.ts';
import { createAudit } from '../mongo/audit.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createScenarioNeighbours } from '../mongo/scenario-neighbours.ts';
import { createScenarioRuns } from '../mongo/scenario-runs.ts';
import { createWebhooks } from '../mongo/webhooks.ts';
import { dataConverterOf } from '../temporal/codec.ts';
import { type SolverName, solverQueue } from '../temporal/solvers.ts';
import { createStartDeliveries } from '../temporal/workflow-calls.ts';
import type { WorkerSettings } from './config.ts';
import { observePhases } from './observe-phases.ts';
import type { Process } from './process.ts';
import { type Slots, slotCount } from './slots.ts';

/** Parts that the workers of one process share. */
interface SolverPlace {
  readonly slots: Slots;
  /** Identity of a process at this address; a restarted process has the same identity. */
  readonly identity: string;
}

/** Least possible number of slots, for task types that a solver worker never runs. */
const NONE = { type: 'fixed-size', numSlots: 1 } as const;

export function createSolverWorker(
  connection: NativeConnection,
  { db, client, settings, log, watchers }: Process,
  solver: SolverName,
  { slots, identity }: SolverPlace,
): Promise<Worker> {
  const engine = createEngine({ memoryMb: settings.SOLVER_MEMORY_MB, commands: commandsIn(settings) });
  warmUpSolver(solver, engine, settings, log);
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: solverQueue(solver),
    identity,
    dataConverter: dataConverterOf(settings),
    activities: createSolverActivities({
      jobs: createJobs(db),
      scenarioRuns: createScenarioRuns(db),
      neighbours: createScenarioNeighbours(db),
      documents: createDocuments(db),
      audit: createAudit(db),
      webhooks: createWebhooks(db),
      startDeliveries: createStartDeliveries(client),
      retentionDays: settings.JOB_RETENTION_DAYS,
      engine,
      takeSlot: slots.take,
      observe: watchers.phases.length > 0 ? () => observePhases(watchers.phases) : undefined,
      now: () => new Date(),
    }),
    interceptors: { activity: watchers.activities, client: { workflow: watchers.calls } },
    tuner: {
      activityTaskSlotSupplier: slots.supplier(),
      workflowTaskSlotSupplier: NONE,
      localActivityTaskSlotSupplier: NONE,
      nexusTaskSlotSupplier: NONE,
    },
    maxConcurrentActivityTaskPolls: 2,
    // Limits the delay of heartbeats, because cancellation reaches an activity with the response to a heartbeat.
    maxHeartbeatThrottleInterval: '400ms',
    // Short, because a deployment hands running solves to another worker: they save their incumbent and are retried
    // there.
    shutdownGraceTime: '2s',
    shutdownForceTime: '15s',
  });
}

type Settings = Pick<WorkerSettings, 'NODE_ENV' | 'SOLVER_WARM_UP' | 'SOLVER_SLOTS'>;

/**
 * Warms up the processes of a solver, one per slot, and returns at once. A job that arrives meanwhile gets a process of
 * its own. Tests start many processes, so by default they do not warm up.
 */
export function warmUpSolver(
  solver: SolverName,
  engine: Engine,
  settings: Settings,
  log: Pick<Logger, 'info' | 'warn'>,
): void {
  // Only HiGHS has processes that can be warmed up; all other solvers are executables.
  if (solver !== 'highs' || !(settings.SOLVER_WARM_UP ?? settings.NODE_ENV !== 'test')) return;
  Promise.all(Array.from({ length: slotCount(settings) }, () => warmUp(engine))).then(
    (seconds) => log.info({ solver, seconds: Math.max(...seconds) }, 'solver is warm'),
    (error: unknown) => log.warn({ solver, err: error }, 'solver could not be warmed up'),
  );
}
