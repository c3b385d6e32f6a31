/** The `solve` workflow on a real server, with scripted activities. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { activityInfo, cancelled, heartbeat } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';
import type { FinishJobInput } from '../../../activities/solve/finish-job.ts';
import { NOT_STARTED } from '../../../temporal/case/messages/job.ts';
import type {
  Heartbeat,
  RunSolverInput,
  SolveInput,
  SolveState,
  SolveSummary,
} from '../../../temporal/case/messages/solve-run.ts';
import { ATTEMPT_LOST } from '../../../temporal/failures.ts';
import { createJobWorkflows } from '../../../temporal/jobs.ts';
import { ORCHESTRATION_QUEUE, SOLVE_MESSAGE } from '../../../temporal/names.ts';
import { solverQueue } from '../../../temporal/solvers.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

const SUMMARY: SolveSummary = { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 };
const beat: Heartbeat = {
  schema: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  starts: 1,
  percent: 40,
  progress: { ...NOT_STARTED, phase: 'search', incumbent: 7 },
};

interface Run {
  readonly runSolver: (input: RunSolverInput) => Promise<SolveSummary>;
  readonly ends: FinishJobInput[];
  readonly calls: RunSolverInput[];
}

describe('solve workflow', function () {
  this.timeout(60_000);
  let temporal: TemporalForTests;
  before(async () => {
    temporal = await connectForTests();
  });
  after(() => temporal.close());

  const input = (jobId: string): SolveInput => ({
    jobId,
    userId: 'u1',
    jobType: 'uc',
    solver: 'cplex',
    scenarioId: 'case',
    timeLimitS: 60,
    mipGap: 0.001,
  });
  it('is unknown to Temporal before it is started', async () => {
    assert.equal(await createJobWorkflows(temporal.client).state(randomUUID()), undefined);
  });

  it('is described by the server while no worker is up', async () => {
    const jobs = createJobWorkflows(temporal.client);
    const jobId = randomUUID();
    await jobs.start(input(jobId));
    assert.equal((await jobs.state(jobId))?.status, 'queued');
    await temporal.client.workflow.getHandle(jobId).terminate();
    assert.equal((await jobs.state(jobId))?.status, 'failed');
  });

  describe('with workers', () => {
    const runs = new Map<string, Run>();
    const runOf = (jobId: string): Run => runs.get(jobId) ?? assert.fail(`no run ${jobId}`);
    let workers: Worker[];
    let ended: Promise<unknown>;
    /** Solve of a worker that falls silent, which takes ten seconds to notice: it starts before all others. */
    let silence: Promise<unknown>;
    const seenBySilence: (Heartbeat | undefined)[] = [];
    before(async () => {
      const finishJob = async (input: FinishJobInput) => {
        runOf(input.jobId).ends.push(input);
        return { end: input.end, finishedAt: '2026-01-01T00:00:09.000Z' };
      };
      const runSolver = (input: RunSolverInput) => {
        const { calls, runSolver } = runOf(input.jobId);
        calls.push(input);
        return runSolver(input);
      };
      workers = [
        await temporal.worker(ORCHESTRATION_QUEUE, { finishJob }),
        await temporal.worker(solverQueue('cplex'), { runSolver }, false),
      ];
      ended = Promise.all(workers.map((worker) => worker.run()));
      silence = run(({ previous }) => {
        seenBySilence.push(previous);
        if (previous) return Promise.resolve(SUMMARY);
        heartbeat(beat);
        return cancelled();
      });
    });
    after(async () => {
      for (const worker of workers) worker.shutdown();
      await ended;
    });

    /** Runs one job with `runSolver`; returns its end. */
    async function run(
      runSolver: Run['runSolver'],
      meanwhile: (handle: WorkflowHandle, jobId: string) => Promise<void> = async () => undefined,
    ): Promise<{ ends: FinishJobInput[]; state: SolveState; status: string; calls: RunSolverInput[] }> {
      const jobs = createJobWorkflows(temporal.client);
      const jobId = randomUUID();
      const { ends, calls } = { ends: [], calls: [] };
      runs.set(jobId, { runSolver, ends, calls });
      const handle = temporal.client.workflow.getHandle(jobId);
      await jobs.start(input(jobId));
      await meanwhile(handle, jobId);
      await handle.result().catch(() => undefined);
      const state = await handle.query<SolveState>(SOLVE_MESSAGE.status);
      return { ends, state, status: (await handle.describe()).status.name, calls };
    }
    const untilState = (handle: WorkflowHandle, isReached: (state: SolveState) => boolean): Promise<void> =>
      until(async () => isReached(await handle.query<SolveState>(SOLVE_MESSAGE.status)));
    /** An activity that runs until it is cancelled. */
    const search = async (): Promise<SolveSummary> => {
      await temporal.client.workflow
        .getHandle(activityInfo().workflowExecution?.workflowId ?? '')
        .signal(SOLVE_MESSAGE.progress, beat);
      const timer = setInterval(() => heartbeat(beat), 100);
      return cancelled().finally(() => clearInterval(timer));
    };

    it('ends completed with the summary of the solver, recorded once', async () => {
      const { ends, state, status } = await run(async () => SUMMARY);
      assert.equal(status, 'COMPLETED');
      assert.equal(state.status, 'completed');
      assert.equal(state.percent, 100);
      assert.deepEqual(ends, [
        { jobId: ends[0]?.jobId, userId: 'u1', percent: 100, end: { status: 'completed', summary: SUMMARY } },
      ]);
    });

    it('leaves an end to the solver that has written it', async () => {
      const finishedAt = '2026-01-01T00:00:05.000Z';
      const { ends, state, status } = await run(async () => ({ ...SUMMARY, finishedAt }));
      assert.equal(status, 'COMPLETED');
      assert.deepEqual([state.status, state.percent, state.finishedAt], ['completed', 100, finishedAt]);
      assert.deepEqual(ends, []);
    });

    it('shows the progress that the solver signals', async () => {
      const { state } = await run(search, async (handle) => {
        await untilState(handle, ({ status, percent }) => status === 'running' && percent === 40);
        await handle.cancel();
      });
      assert.equal(state.startedAt, beat.startedAt);
      assert.equal(state.progress?.incumbent, 7);
    });

    it('is cancelled while it runs, also in Temporal', async () => {
      const { ends, state, status } = await run(search, async (handle) => {
        await untilState(handle, ({ status }) => status === 'running');
        await handle.cancel();
      });
      assert.equal(status, 'CANCELLED');
      assert.equal(state.error?.code, 'CANCELLED');
      assert.deepEqual(
        ends.map(({ end }) => end.status),
        ['cancelled'],
      );
    });

    it('finishes with the incumbent when it is stopped', async () => {
      const { state, calls } = await run(
        (input) => (input.finish ? Promise.resolve(SUMMARY) : search()),
        async (handle, jobId) => {
          await untilState(handle, ({ status }) => status === 'running');
          await createJobWorkflows(temporal.client).stop(jobId);
        },
      );
      assert.equal(state.status, 'completed');
      assert.deepEqual(
        calls.map(({ finish }) => finish),
        [false, true],
      );
    });

    it('fails with the code and message of the solver, and is not retried', async () => {
      const { ends, status, calls } = await run(() => {
        throw ApplicationFailure.nonRetryable('Out of memory', 'SOLVER_ERROR');
      });
      assert.equal(status, 'FAILED');
      assert.equal(calls.length, 1);
      assert.deepEqual(ends[0]?.end, {
        status: 'failed',
        error: { code: 'SOLVER_ERROR', message: 'Out of memory', retryable: false },
      });
    });

    it('never shows an unexpected message', async () => {
      const { ends } = await run(() => {
        throw ApplicationFailure.nonRetryable('mongodb://secret@host', 'TypeError');
      });
      assert.deepEqual(ends[0]?.end, {
        status: 'failed',
        error: { code: 'INTERNAL', message: 'Internal error', retryable: true },
      });
    });

    it('retries temporary failures, with the details of the last heartbeat', async () => {
      const heartbeats: unknown[] = [];
      const { state } = await run(async () => {
        heartbeats.push(activityInfo().heartbeatDetails);
        if (heartbeats.length === 1) {
          heartbeat(beat);
          throw new Error('connection lost');
        }
        return SUMMARY;
      });
      assert.equal(state.status, 'completed');
      assert.deepEqual(heartbeats, [undefined, beat]);
    });

    it('goes on at once after a lost attempt, first in the queue and with its last heartbeat', async () => {
      const attempts: [Heartbeat | undefined, number | undefined][] = [];
      const { ends } = await run(async ({ previous }) => {
        attempts.push([previous, activityInfo().priority?.priorityKey]);
        if (attempts.length === 1) throw ApplicationFailure.nonRetryable('lost', ATTEMPT_LOST, beat);
        if (attempts.length === 2) throw ApplicationFailure.nonRetryable('no slot', ATTEMPT_LOST);
        return SUMMARY;
      });
      assert.deepEqual(attempts.slice(1), [
        [beat, 1],
        [beat, 1],
      ]);
      assert.notEqual(attempts[0]?.[1], 1);
      assert.equal(ends[0]?.end.status, 'completed');
    });

    it('waits like any other if it was lost so often that it may be the cause', async () => {
      const priorities: (number | undefined)[] = [];
      const often = { ...beat, starts: 6 };
      await run(async () => {
        priorities.push(activityInfo().priority?.priorityKey);
        if (priorities.length === 1) throw ApplicationFailure.nonRetryable('lost', ATTEMPT_LOST, often);
        return SUMMARY;
      });
      assert.notEqual(priorities[1], 1);
    });

    it('is cancelled, not failed, when it is cancelled while its worker is lost', async () => {
      const { state } = await run(
        async () => {
          await search().catch(() => undefined);
          throw ApplicationFailure.nonRetryable('lost', ATTEMPT_LOST, beat);
        },
        async (handle) => {
          await untilState(handle, ({ status }) => status === 'running');
          await handle.cancel();
        },
      );
      assert.equal(state.status, 'cancelled');
    });

    it('starts once however often it is started', async () => {
      const { calls } = await run(
        async () => SUMMARY,
        async (_handle, jobId) => {
          const jobs = createJobWorkflows(temporal.client);
          await Promise.all([jobs.start(input(jobId)), jobs.start(input(jobId))]);
        },
      );
      assert.equal(calls.length, 1);
    });

    it('goes on after a worker that fell silent', async () => {
      await silence;
      assert.deepEqual(seenBySilence, [undefined, beat]);
    });
  });
});
