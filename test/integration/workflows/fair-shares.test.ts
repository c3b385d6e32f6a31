/**
 * Fair shares of a solver, on a real server. All work is queued before the solver starts, so that its order shows the
 * policy: however many solves a user has, and whatever they are part of, the slot goes from user to user.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import type { SolveInput } from '../../../temporal/case/messages/solve-run.ts';
import { createJobWorkflows, pendingSolve } from '../../../temporal/jobs.ts';
import { ORCHESTRATION_QUEUE } from '../../../temporal/names.ts';
import { solverQueue } from '../../../temporal/solvers.ts';
import { createExecutionWorkflows, createExperimentWorkflows } from '../../../temporal/workflow-calls.ts';
import { executionInput, experimentInput, partInput, solveInput } from '../../replay/inputs.ts';
import { LIGHT_ACTIVITIES, type LightActivities, SUMMARY } from '../../replay/light-activities.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

const [ANN, BOB] = ['ann', 'bob'];
/** Limit until all work is queued, ms. */
const LIMIT_MS = 60_000;
/** `temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY` */
const ACTIVITIES = 2;

describe('solves of two users', function () {
  this.timeout(60_000);
  let temporal: TemporalForTests;
  before(async () => {
    temporal = await connectForTests();
  });
  after(() => temporal.close());

  /** Ids of runs begin with the name of their user. */
  const idOf = (user: string): string => `${user}-${randomUUID()}`;
  const userOf = (id: string): string => (id.startsWith(ANN) ? ANN : BOB);

  const isWaiting = async (id: string): Promise<boolean> => {
    const description = await temporal.client.workflow
      .getHandle(id)
      .describe()
      .catch(() => undefined);
    return description !== undefined && (await pendingSolve(temporal.client, description)) !== undefined;
  };

  /** Number of solves in the queue of the solver. */
  async function backlog(): Promise<number> {
    const { stats } = await temporal.client.workflowService.describeTaskQueue({
      namespace: temporal.client.options.namespace,
      taskQueue: { name: solverQueue('cplex') },
      taskQueueType: ACTIVITIES,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0);
  }

  /** Users of the first solves of a solver with one slot, which starts when the solves from `work` are queued. */
  async function order(light: Partial<LightActivities>, work: () => Promise<string[]>): Promise<string[]> {
    const startOrder: string[] = [];
    const orchestrator = await temporal.worker(ORCHESTRATION_QUEUE, { ...LIGHT_ACTIVITIES, ...light });
    return orchestrator.runUntil(async () => {
      const solves = await work();
      for (const id of solves) await until(() => isWaiting(id), LIMIT_MS);
      await until(async () => (await backlog()) === solves.length, LIMIT_MS);
      const solver = await Worker.create({
        connection: temporal.connection,
        taskQueue: solverQueue('cplex'),
        activities: {
          runSolver: async ({ userId }: SolveInput) => {
            startOrder.push(userId);
            return SUMMARY;
          },
        },
        maxConcurrentActivityTaskExecutions: 1,
        maxConcurrentActivityTaskPolls: 1,
      });
      const runs = [...new Set(solves.map((id) => id.split('/')[0] ?? ''))];
      await solver.runUntil(Promise.all(runs.map((id) => temporal.client.workflow.getHandle(id).result())));
      return startOrder.slice(0, solves.length);
    });
  }

  /** Asserts that the user's solves alternate with those of another user. */
  const assertInTurn = (startOrder: readonly string[], user: string, solves: number): void =>
    assert.ok(startOrder.lastIndexOf(user) <= 2 * solves && startOrder.includes(user), startOrder.join(' '));

  const [OF_ANN, OF_BOB] = [10, 3];
  const scenariosOf = (user: string): number => (user === ANN ? OF_ANN : OF_BOB);
  const prepareScenarios: LightActivities['prepareScenarios'] = async ({ experimentId, after }) => {
    const count = scenariosOf(userOf(experimentId));
    const scenarios = Array.from({ length: after < 0 ? count : 0 }, (_, index) => ({
      index,
      input: { ...partInput('experiment', experimentId, index), userId: userOf(experimentId) },
      rows: 1,
    }));
    return { scenarios, refused: 0, last: null };
  };
  /** Starts an experiment; returns the ids of its solves. */
  async function startExperiment(user: string): Promise<string[]> {
    const id = idOf(user);
    const [input] = experimentInput({ userId: user, maxParallel: OF_ANN })(id);
    await createExperimentWorkflows(temporal.client).start(input);
    return Array.from({ length: scenariosOf(user) }, (_, index) => `${id}/${index}`);
  }

  it('begin in turn when each has an experiment, however many scenarios were there before', async () => {
    const startOrder = await order({ prepareScenarios }, async () => [
      ...(await startExperiment(ANN)),
      ...(await startExperiment(BOB)),
    ]);
    assertInTurn(startOrder, BOB, OF_BOB);
    assert.equal(startOrder.filter((user) => user === BOB).length, OF_BOB);
  });

  it('begin before all scenarios of others when they are of no experiment', async () => {
    const startOrder = await order({ prepareScenarios }, async () => {
      const scenarios = await startExperiment(ANN);
      const id = idOf(BOB);
      const [input] = solveInput(id);
      await createJobWorkflows(temporal.client).start({ ...input, userId: BOB });
      return [...scenarios, id];
    });
    assert.equal(startOrder[0], BOB, startOrder.join(' '));
  });

  const DAYS = 2;
  const months = [
    { chain: 'month-1', from: 0, first: 0, end: 1 },
    { chain: 'month-2', from: 1, first: 1, end: DAYS },
  ];
  const realTime = { chain: 'real-time', closed: 0, hours: DAYS, hoursOfWindow: 1 };
  /** Kinds of runs, how to start them, and the first solve of each. */
  const kinds = [
    ['days', {}, ['0']],
    ['months that are drafted side by side', { months }, ['month-1/0', 'month-2/1']],
    ['hours in real time', { closed: DAYS, realTime }, ['real-time/0']],
  ] as const;
  for (const [what, begins, first] of kinds) {
    it(`begin in turn when one has four runs of ${what}, and the other two`, async () => {
      const light: Partial<LightActivities> = {
        beginExecution: async (id) => ({ ...(await LIGHT_ACTIVITIES.beginExecution(id)), ...begins }),
        prepareWindow: async ({ executionId: id, index, chain }) => ({
          input: {
            ...partInput('execution', chain === undefined ? id : `${id}/${chain}`, index),
            userId: userOf(id),
          },
        }),
      };
      const start = async (user: string): Promise<string[]> => {
        const id = idOf(user);
        const [input] = executionInput(DAYS)(id);
        await createExecutionWorkflows(temporal.client).start({ ...input, userId: user });
        return first.map((solve) => `${id}/${solve}`);
      };
      const startOrder = await order(light, async () => {
        const solves: string[] = [];
        for (const user of [...Array<string>(4).fill(ANN), BOB, BOB]) solves.push(...(await start(user)));
        return solves;
      });
      const ofBob = startOrder.indexOf(BOB);
      assert.ok(ofBob >= 0 && ofBob <= 2, startOrder.join(' '));
      assertInTurn(startOrder.slice(0, 4 * first.length + 1), BOB, 2 * first.length);
    });
  }

  it('of runs in an experiment, and the steps before them, have the key of their user', async () => {
    const light: Partial<LightActivities> = {
      prepareScenarios: async ({ experimentId, after }) => {
        const [input] = executionInput(2)(`${experimentId}/0`);
        const scenario = { index: 0, input: { ...input, userId: ANN, experimentId }, rows: 1 };
        return { scenarios: after < 0 ? [scenario] : [], refused: 0, last: null };
      },
    };
    const id = idOf(ANN);
    await order(light, async () => {
      await createExperimentWorkflows(temporal.client).start(experimentInput({ userId: ANN })(id)[0]);
      return [`${id}/0/0`];
    });
    for (const [workflowId, priorityKey] of [
      [id, 0],
      [`${id}/0`, 4],
      [`${id}/0-rolling`, 4],
    ] as const) {
      const { raw } = await temporal.client.workflow.getHandle(workflowId).describe();
      const { priority } = raw.workflowExecutionInfo ?? {};
      assert.deepEqual([priority?.fairnessKey, priority?.priorityKey], [ANN, priorityKey], workflowId);
    }
  });
});
