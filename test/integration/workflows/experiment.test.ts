/** The `experiment` workflow on a real server, with activities that record their calls. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { ExperimentEnd, ExperimentState } from '../../../temporal/case/messages/experiment-run.ts';
import type { RunSolverInput, SolveInput, SolveSummary } from '../../../temporal/case/messages/solve-run.ts';
import { ORCHESTRATION_QUEUE, STATUS_QUERY } from '../../../temporal/names.ts';
import { solverQueue } from '../../../temporal/solvers.ts';
import { createExperimentWorkflows } from '../../../temporal/workflow-calls.ts';
import { partInput } from '../../replay/inputs.ts';
import { LIGHT_ACTIVITIES, type LightActivities, SUMMARY } from '../../replay/light-activities.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

/**
 * Number of events after which the server suggests a continued run: a run of eight scenarios at a time reaches it
 * before its 32nd.
 */
const SHORT_HISTORY = 'limit.historyCount.suggestContinueAsNew=80';

interface Played {
  readonly ends: readonly ExperimentEnd[];
  readonly solved: readonly number[];
  readonly mostAtOnce: number;
  readonly closed: readonly SolveInput[];
  readonly state: ExperimentState;
  /** Continued runs included. */
  readonly runs: number;
}

interface Play {
  readonly scenarios: number;
  readonly maxParallel: number;
  readonly runSolver?: (input: RunSolverInput) => Promise<SolveSummary>;
  readonly light?: Partial<LightActivities>;
  readonly meanwhile?: (id: string, open: () => number) => Promise<void>;
}

/** Blocks its callers until it is opened. */
function createGate() {
  let isOpen = false;
  return {
    open: () => {
      isOpen = true;
    },
    pass: async (): Promise<SolveSummary> => {
      await until(() => isOpen);
      return SUMMARY;
    },
  };
}

describe('experiment workflow', function () {
  this.timeout(60_000);
  let temporal: TemporalForTests;
  before(async () => {
    temporal = await connectForTests([SHORT_HISTORY]);
  });
  after(() => temporal.close());

  async function play({ scenarios, maxParallel, runSolver, light, meanwhile }: Play): Promise<Played> {
    const experimentId = randomUUID();
    const ends: ExperimentEnd[] = [];
    const solved: number[] = [];
    const closed: SolveInput[] = [];
    let [open, mostAtOnce] = [0, 0];
    const activities: LightActivities = {
      ...LIGHT_ACTIVITIES,
      prepareScenarios: async ({ after, limit }) => {
        const indexes = Array.from({ length: scenarios }, (_, i) => i).slice(after + 1, after + 1 + limit);
        const inputs = indexes.map((index) => partInput('experiment', experimentId, index));
        return {
          scenarios: inputs.map((input, at) => ({ index: indexes[at] ?? 0, input, rows: 1 })),
          refused: 0,
          last: indexes.at(-1) ?? null,
        };
      },
      closeScenario: async (input) => {
        if ('jobId' in input) closed.push(input);
      },
      finishExperiment: async (input) => {
        ends.push(input.end);
        return LIGHT_ACTIVITIES.finishExperiment(input);
      },
      ...light,
    };
    const counted = async (input: RunSolverInput): Promise<SolveSummary> => {
      open += 1;
      mostAtOnce = Math.max(mostAtOnce, open);
      solved.push(input.parent?.index ?? -1);
      try {
        return await (runSolver ?? (async () => SUMMARY))(input);
      } finally {
        open -= 1;
      }
    };
    const orchestrator = await temporal.worker(ORCHESTRATION_QUEUE, activities);
    const solver = await temporal.worker(solverQueue('cplex'), { runSolver: counted }, false);
    const experiments = createExperimentWorkflows(temporal.client);
    const [state, runs] = await orchestrator.runUntil(
      solver.runUntil(async () => {
        await experiments.start({
          experimentId,
          userId: 'u1',
          baseScenarioId: 'case',
          name: 'test',
          total: scenarios,
          maxParallel,
          attempt: 1,
        });
        const first = await temporal.client.workflow.getHandle(experimentId).describe();
        await meanwhile?.(experimentId, () => open);
        const handle = temporal.client.workflow.getHandle(experimentId);
        await handle.result().catch(() => undefined);
        const last = await handle.describe();
        // Queried without the deadline of a client's status request: the machine may be busy.
        const state = await handle.query<ExperimentState>(STATUS_QUERY);
        return [state, first.runId === last.runId ? 1 : 2] as const;
      }),
    );
    return { ends, solved, mostAtOnce, closed, state, runs };
  }

  const stateOf = (id: string) => temporal.client.workflow.getHandle(id).query<ExperimentState>(STATUS_QUERY);

  it('solves every scenario once, never more than allowed at a time', async () => {
    const gate = createGate();
    const { ends, solved, mostAtOnce, state } = await play({
      scenarios: 12,
      maxParallel: 3,
      runSolver: gate.pass,
      meanwhile: async (id, open) => {
        await until(() => open() === 3);
        assert.equal((await stateOf(id)).running, 3);
        gate.open();
      },
    });
    assert.deepEqual(ends, [{ status: 'completed' }]);
    assert.deepEqual(
      [...solved].sort((a, b) => a - b),
      Array.from({ length: 12 }, (_, i) => i),
    );
    assert.equal(mostAtOnce, 3);
    assert.deepEqual([state.status, state.completed, state.running], ['completed', 12, 0]);
  });

  it('goes on when a scenario fails, and settles its remains', async () => {
    const { ends, closed } = await play({
      scenarios: 5,
      maxParallel: 2,
      runSolver: async ({ parent }) => {
        if (parent?.index === 2) throw ApplicationFailure.nonRetryable('Out of memory', 'SOLVER_ERROR');
        return SUMMARY;
      },
    });
    assert.deepEqual(ends, [{ status: 'completed' }]);
    assert.deepEqual(
      closed.map(({ parent }) => parent?.index),
      [2],
    );
  });

  it('fails with a clear error when its base cannot be read', async () => {
    const { ends, state, solved } = await play({
      scenarios: 2,
      maxParallel: 2,
      light: {
        prepareScenarios: async () => {
          throw ApplicationFailure.nonRetryable('The base is no longer stored', 'INVALID_MODEL');
        },
      },
    });
    const error = {
      code: 'INVALID_MODEL' as const,
      message: 'The base is no longer stored',
      retryable: false,
    };
    assert.deepEqual([ends, solved], [[{ status: 'failed', error }], []]);
    assert.deepEqual([state.status, state.error], ['failed', error]);
  });

  it('when it is cancelled, waits for its solves to stop and starts no other', async () => {
    const gate = createGate();
    const { ends, solved, state } = await play({
      scenarios: 10,
      maxParallel: 2,
      runSolver: gate.pass,
      meanwhile: async (id, open) => {
        await until(() => open() === 2);
        assert.equal(await createExperimentWorkflows(temporal.client).cancel(id, 1), true);
        const { status, running } = await stateOf(id);
        assert.deepEqual([status, running], ['running', 2]);
        gate.open();
      },
    });
    assert.equal(ends[0]?.status, 'cancelled');
    assert.equal(solved.length, 2);
    assert.deepEqual([state.status, state.running], ['cancelled', 0]);
  });

  it('goes on in another run when its history has grown, and solves every scenario once', async () => {
    const { ends, solved, mostAtOnce, state, runs } = await play({ scenarios: 40, maxParallel: 8 });
    assert.deepEqual(ends, [{ status: 'completed' }]);
    assert.deepEqual([solved.length, new Set(solved).size], [40, 40]);
    assert.ok(mostAtOnce <= 8);
    assert.deepEqual([state.completed, runs], [40, 2]);
  });
});
