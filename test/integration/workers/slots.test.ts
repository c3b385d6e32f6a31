/** Workers of two queues on a real server that share the slots of one process. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { attemptLost } from '../../../activities/solve/failures.ts';
import type { FinishJobInput } from '../../../activities/solve/finish-job.ts';
import type { SolveSummary } from '../../../temporal/case/messages/solve-run.ts';
import { createJobWorkflows } from '../../../temporal/jobs.ts';
import { ORCHESTRATION_QUEUE } from '../../../temporal/names.ts';
import { type SolverName, solverQueue } from '../../../temporal/solvers.ts';
import { createSlots } from '../../../workers/slots.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';

const SUMMARY: SolveSummary = { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 };
/** Queues that no worker of a stack serves. */
const SOLVERS: readonly SolverName[] = ['cplex', 'gurobi'];
const JOBS_EACH = 4;
const NONE = { type: 'fixed-size', numSlots: 1 } as const;

describe('workers of two queues in one process', function () {
  this.timeout(60_000);
  let temporal: TemporalForTests;
  before(async () => {
    temporal = await connectForTests();
  });
  after(() => temporal.close());

  it('solve no more at a time than there are slots, and serve both queues', async () => {
    const slots = createSlots(1);
    let [running, most] = [0, 0];
    const runSolver = async (): Promise<SolveSummary> => {
      const giveBack = slots.take();
      if (!giveBack) throw attemptLost(undefined);
      running += 1;
      most = Math.max(most, running);
      await delay(100);
      running -= 1;
      giveBack();
      return SUMMARY;
    };
    const finishJob = async ({ end }: FinishJobInput) => ({ end, finishedAt: new Date().toISOString() });
    const orchestrator = await temporal.worker(ORCHESTRATION_QUEUE, { finishJob });
    const workers = await Promise.all(
      SOLVERS.map((solver) =>
        Worker.create({
          connection: temporal.connection,
          taskQueue: solverQueue(solver),
          activities: { runSolver },
          tuner: {
            activityTaskSlotSupplier: slots.supplier(),
            workflowTaskSlotSupplier: NONE,
            localActivityTaskSlotSupplier: NONE,
            nexusTaskSlotSupplier: NONE,
          },
          maxConcurrentActivityTaskPolls: 2,
        }),
      ),
    );
    const [first, second] = workers;
    assert.ok(first && second);
    const solveAll = async (): Promise<string[]> => {
      const jobs = createJobWorkflows(temporal.client);
      const ids = Array.from({ length: SOLVERS.length * JOBS_EACH }, () => randomUUID());
      await Promise.all(
        ids.map((jobId, n) =>
          jobs.start({
            jobId,
            userId: 'u1',
            jobType: 'uc',
            solver: SOLVERS[n % SOLVERS.length] ?? 'cplex',
            scenarioId: 'case',
            timeLimitS: 60,
            mipGap: 0,
          }),
        ),
      );
      return Promise.all(
        ids.map(async (id) => {
          await temporal.client.workflow.getHandle(id).result();
          return id;
        }),
      );
    };
    const ids = await orchestrator.runUntil(first.runUntil(second.runUntil(solveAll)));
    assert.equal(ids.length, SOLVERS.length * JOBS_EACH);
    assert.equal(most, 1);
  });
});
