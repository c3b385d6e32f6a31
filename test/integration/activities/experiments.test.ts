/** Activities of experiments on a real database: they are repeatable, and users see the records that they leave. */
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { createRecordActivities } from '../../../activities/index.ts';
import { partJobId } from '../../../mongo/derived-ids.ts';
import type { Experiments } from '../../../mongo/experiments.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { WAITING } from '../../../mongo/scenario-runs.ts';
import type { ScenarioInput } from '../../../temporal/case/messages/experiment-run.ts';
import type { SolveSummary } from '../../../temporal/case/messages/solve-run.ts';
import { payload } from '../../support/cases/payloads.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { anExperiment, aScenarioRun, FIGURES } from '../../support/stores/experiments.ts';

const SUMMARY: SolveSummary = {
  terminationStatus: 'OPTIMAL',
  objectiveValue: 5,
  mipGap: 0,
  figures: FIGURES,
};
const REFUSED = { code: 'INVALID_MODEL', message: 'p_max: wrong', retryable: false } as const;
const OPEN = { status: 'queued', started_at: null, finished_at: null } as const;

const jobOf = (input: ScenarioInput | undefined): string => (input && 'jobId' in input ? input.jobId : '');

describe('activities of experiments', () => {
  let mongo: TestDatabase;
  let deps: ReturnType<typeof recordDeps>;
  let activities: ReturnType<typeof createRecordActivities>;
  before(async () => {
    mongo = await openTestDatabase(INDEXES);
    deps = recordDeps(mongo.db);
    activities = createRecordActivities(deps);
  });
  after(() => mongo.drop());

  /** Accepts an experiment over these values of `load`; the last one repeats the first. */
  async function accepted(values: readonly number[], withBase = true) {
    const experiment = anExperiment({ ...OPEN, scenarios_total: values.length + 1 });
    const id = experiment._id;
    if (withBase) await deps.documents.put('payload', id, payload());
    await deps.scenarioRuns.accept(
      [...values, values[0] ?? 1].map((load, index) => {
        const solved_as = index === values.length ? 0 : null;
        return aScenarioRun(experiment, index, {
          values: { load },
          solved_as,
          job_id: partJobId(id, solved_as ?? index, 1),
        });
      }),
    );
    await deps.experiments.accept(experiment);
    return id;
  }
  const rowsOf = async (id: string) => (await deps.scenarioRuns.list(id, undefined, 100, 0)).rows;
  const existing = async (id: string): Promise<NonNullable<Awaited<ReturnType<Experiments['find']>>>> => {
    const record = await deps.experiments.find(id);
    assert.ok(record);
    return record;
  };

  it('prepare each distinct scenario once, with the same jobs when they are repeated', async () => {
    const id = await accepted([0.9, 1, 1.1]);
    const page = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 2 });
    assert.deepEqual(
      page.scenarios.map(({ index, rows }) => [index, rows]),
      [
        [0, 2],
        [1, 1],
      ],
    );
    assert.equal(page.last, 1);
    const again = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 2 });
    assert.deepEqual(again, page);
    const rest = await activities.prepareScenarios({ experimentId: id, after: 1, limit: 32 });
    assert.deepEqual([rest.scenarios.map(({ index }) => index), rest.last], [[2], 2]);
    assert.equal(await mongo.db.collection('jobs').countDocuments({ 'parent.id': id }), 3);
    const jobId = jobOf(page.scenarios[0]?.input);
    const stored = await deps.documents.get('payload', jobId);
    assert.deepEqual(
      stored?.loads.map(({ values }) => values),
      payload().loads.map(({ values }) => values.map((mw) => Number((mw * 0.9).toPrecision(12)))),
    );
  });

  it('leave out a scenario that has ended meanwhile', async () => {
    const id = await accepted([0.9, 1]);
    const { scenarios } = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 1 });
    const first = scenarios[0]?.input;
    assert.ok(first);
    await activities.finishJob({
      jobId: jobOf(first),
      userId: 'ann',
      end: { status: 'completed', summary: SUMMARY },
      percent: 100,
    });
    const rows = await rowsOf(id);
    assert.deepEqual(
      rows.map(({ status, objective_value }) => [status, objective_value]),
      [
        ['completed', 5],
        ['queued', null],
        ['completed', 5],
      ],
    );
    const page = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 32 });
    assert.deepEqual(
      page.scenarios.map(({ index }) => index),
      [1],
    );
  });

  it('fail for good when the base is no longer stored', async () => {
    const id = await accepted([1], false);
    await assert.rejects(
      activities.prepareScenarios({ experimentId: id, after: -1, limit: 1 }),
      (error: unknown) =>
        error instanceof ApplicationFailure &&
        error.type === 'INVALID_MODEL' &&
        error.nonRetryable === true &&
        /base scenario/.test(error.message),
    );
  });

  it('end open scenarios with the experiment, once, and audit it once', async () => {
    const id = await accepted([0.9, 1]);
    await activities.prepareScenarios({ experimentId: id, after: -1, limit: 1 });
    const end = {
      status: 'cancelled',
      error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
    } as const;
    const first = await activities.finishExperiment({ experimentId: id, end });
    const second = await activities.finishExperiment({ experimentId: id, end: { status: 'completed' } });
    assert.deepEqual([first.end.status, second.end.status], ['cancelled', 'cancelled']);
    assert.equal(second.finishedAt, first.finishedAt);
    assert.ok((await rowsOf(id)).every(({ status }) => status === 'cancelled'));
    assert.deepEqual(await deps.jobs.openParts(id), []);
    const entries = await deps.audit.list({ type: 'experiment_cancelled', limit: 10 });
    const [entry, ...more] = entries.filter(({ details }) => details['experiment_id'] === id);
    const { outcome, scenarios_unsolved, outcome_causes } = entry?.details ?? {};
    assert.deepEqual(
      [more.length, outcome, scenarios_unsolved, outcome_causes],
      [0, 'unsolved', 3, ['Cancelled on request']],
    );
  });

  it('fail if no scenario has a schedule, with the error of the first', async () => {
    const id = await accepted([-1]);
    await deps.scenarioRuns.finish(id, 0, {
      ...WAITING,
      status: 'failed',
      error: REFUSED,
      finished_at: null,
    });
    const { end } = await activities.finishExperiment({ experimentId: id, end: { status: 'completed' } });
    const message = `Every scenario failed; the first: ${REFUSED.message}`;
    assert.deepEqual(end, { status: 'failed', error: { ...REFUSED, message } });
  });

  it('let the scenarios without an answer wait again in the next attempt, and no others', async () => {
    const id = await accepted([0.9, 1]);
    const { scenarios } = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 1 });
    const jobId = jobOf(scenarios[0]?.input);
    const summary = { status: 'completed', summary: SUMMARY } as const;
    await activities.finishJob({ jobId, userId: 'ann', end: summary, percent: 100 });
    await activities.finishExperiment({
      experimentId: id,
      end: { status: 'cancelled', error: { code: 'CANCELLED', message: 'x', retryable: true } },
    });
    await deps.experiments.restart(await existing(id), 2, new Date());
    const start = await activities.beginExperiment({ experimentId: id, attempt: 2 });
    assert.equal(start.completed, 2);
    assert.deepEqual(await activities.beginExperiment({ experimentId: id, attempt: 2 }), start);
    const rows = await rowsOf(id);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['completed', 'queued', 'completed'],
    );
    assert.deepEqual([rows[0]?.job_id, rows[1]?.job_id], [jobId, partJobId(id, 1, 2)]);
    assert.ok(rows.every(({ expires_at }) => expires_at === undefined));
  });

  it('settle a scenario whose workflow was ended from outside, and wait for one that is not over', async () => {
    const id = await accepted([0.9]);
    const { scenarios } = await activities.prepareScenarios({ experimentId: id, after: -1, limit: 1 });
    const input = scenarios[0]?.input;
    assert.ok(input);
    deps.remembered.states.set(jobOf(input), 'running');
    await assert.rejects(activities.closeScenario(input), /has not ended/);
    deps.remembered.states.set(jobOf(input), 'failed');
    await activities.closeScenario(input);
    const [row] = await rowsOf(id);
    assert.equal(row?.status, 'failed');
    assert.match(row.error?.message ?? '', /ended from outside/);
  });
});
