/** Worker of one solver's queue: activities only, so many at a time as there are slots. */
import { availableParallelism } from 'node:os';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createEngine } from '../activities/engine/create-engine.ts';
import { createSolverActivities } from '../activities/index.ts';
import type { SolverCommands } from '../activities/solvers/solver-commands.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createScenarioNeighbours } from '../mongo/scenario-neighbours.ts';
import { createScenarioRuns } from '../mongo/scenario-runs.ts';
import { type SolverName, solverQueue } from '../temporal/solvers.ts';
import type { Process } from './process.ts';
import { warmUpSolver } from './warm-up-solver.ts';

export function createSolverWorker(
  connection: NativeConnection,
  { db, settings, log }: Process,
  solver: SolverName,
): Promise<Worker> {
  const slots = settings.SOLVER_SLOTS || availableParallelism();
  const engine = createEngine({ heapMb: settings.SOLVER_MEMORY_MB, commands: commandsOf(settings) });
  warmUpSolver(solver, engine, settings, log);
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: solverQueue(solver),
    activities: createSolverActivities({
      jobs: createJobs(db),
      scenarioRuns: createScenarioRuns(db),
      neighbours: createScenarioNeighbours(db),
      documents: createDocuments(db),
      engine,
      now: () => new Date(),
    }),
    maxConcurrentActivityTaskExecutions: slots,
    maxConcurrentActivityTaskPolls: Math.min(2, slots),
    // Cancellation reaches an activity with the answer to a heartbeat.
    maxHeartbeatThrottleInterval: '1s',
    // A deploy hands running solves to another worker: they save their incumbent and are retried there.
    shutdownGraceTime: '2s',
    shutdownForceTime: '15s',
  });
}

const commandsOf = ({ CBC_COMMAND, GUROBI_COMMAND, CPLEX_COMMAND }: SolverCommands): SolverCommands => ({
  CBC_COMMAND,
  GUROBI_COMMAND,
  CPLEX_COMMAND,
});
