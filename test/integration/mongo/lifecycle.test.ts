/** Lifecycle common to solve jobs, experiments and executions: a status that only moves forward, and one end. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { createExecutions, type Executions, executionIndexes } from '../../../mongo/executions.ts';
import { createExperiments, type ExperimentRecord, experimentIndexes } from '../../../mongo/experiments.ts';
import { createJobs, jobIndexes, newJob } from '../../../mongo/jobs.ts';
import { type Lifecycle, type LifecycleRecord, newRecord } from '../../../mongo/lifecycle.ts';
import type { JobStatus } from '../../../temporal/case/messages/job.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { anExecution, RESULTS } from '../../support/stores/an-execution.ts';
import { anExperiment } from '../../support/stores/experiments.ts';
import { until } from '../../support/until.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const EXPIRY = new Date('2099-01-01T00:00:00Z');
const COMPLETED = { status: 'completed' } as const;
const CANCELLED = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
} as const;
type End = typeof COMPLETED | typeof CANCELLED;
const ASKED = { job_type: 'uc', solver: 'highs', scenario_id: 'case', time_limit_s: 60, mip_gap: 0 } as const;
const SUMMARY = { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 } as const;

type Changes = Partial<LifecycleRecord>;

/** One kind of record, behind an interface common to all kinds. */
interface Store extends Lifecycle {
  find(id: string): Promise<LifecycleRecord | null>;
  make(userId: string, changes: Changes): { record: LifecycleRecord; accept(): Promise<void> };
  end(id: string, end: End): Promise<LifecycleRecord | null>;
  page(user: string, limit: number, offset: number, status?: JobStatus): Promise<[number, LifecycleRecord[]]>;
}

function openJobs(db: Db): Store {
  const jobs = createJobs(db);
  return {
    ...jobs,
    make(userId, changes) {
      const record = { ...newJob({ id: randomUUID(), userId, ...ASKED }, NOW), ...changes };
      return { record, accept: () => jobs.accept(record) };
    },
    end(id, how) {
      const end = how.status === 'completed' ? { ...how, summary: SUMMARY } : how;
      return jobs.finish(id, { end, percent: 50 }, LATER, EXPIRY);
    },
    async page(userId, limit, offset, status) {
      const page = await jobs.list({ userId, ...(status && { status }) }, limit, offset);
      return [page.total, page.jobs];
    },
  };
}

function openExperiments(db: Db): Store {
  const experiments = createExperiments(db);
  return {
    ...experiments,
    make(userId, changes) {
      const scenario_matrix: ExperimentRecord['scenario_matrix'] = {
        method: 'list',
        variables: [{ name: 'generators.G1.p_max', type: 'discrete', values: [1, 2] }],
        scenarios: [{ 'generators.G1.p_max': 1 }, {}],
      };
      const queued = newRecord(randomUUID(), userId, NOW);
      const record = anExperiment({ ...queued, name: '$name', scenario_matrix, ...changes });
      return { record, accept: () => experiments.accept(record) };
    },
    end: (id, end) => experiments.finish(id, end, LATER, EXPIRY),
    async page(userId, limit, offset, status) {
      const page = await experiments.list(userId, limit, offset, status);
      return [page.total, page.experiments];
    },
  };
}

function openExecutions(db: Db): Store {
  const executions: Executions = createExecutions(db);
  return {
    ...executions,
    make(userId, changes) {
      const record = anExecution(userId, { submitted_at: NOW, ...changes });
      return { record, accept: () => executions.accept(record) };
    },
    end(id, how) {
      const end = how.status === 'completed' ? { ...how, results: RESULTS } : how;
      return executions.finish(id, end, LATER, EXPIRY);
    },
    async page(userId, limit, offset, status) {
      const page = await executions.list(userId, limit, offset, status);
      return [page.total, page.executions];
    },
  };
}

/** Collections of each kind, and the fields of completed and cancelled records. */
const KINDS = [
  ['a job', openJobs, { objective_value: 5 }, { objective_value: null }],
  ['an experiment', openExperiments, {}, {}],
  ['an execution', openExecutions, { results: RESULTS }, { results: null }],
] as const;

for (const [kind, open, whenCompleted, whenCancelled] of KINDS) {
  describe(`the record of ${kind}`, () => {
    let mongo: TestDatabase;
    let store: Store;
    before(async () => {
      mongo = await openTestDatabase([jobIndexes, experimentIndexes, executionIndexes]);
      store = open(mongo.db);
    });
    after(() => mongo.drop());

    const accepted = async (changes: Changes = {}, userId = 'ann'): Promise<LifecycleRecord> => {
      const { record, accept } = store.make(userId, changes);
      await accept();
      return record;
    };

    it('is read as it was accepted, and is accepted once', async () => {
      const { record, accept } = store.make('ann', {});
      await accept();
      assert.deepEqual(await store.find(record._id), record);
      await store.markRunning(record._id, NOW);
      await accept();
      assert.equal((await store.find(record._id))?.status, 'running');
      assert.equal(await store.find(randomUUID()), null);
    });

    for (const [end, outcome] of [
      [COMPLETED, whenCompleted],
      [CANCELLED, whenCancelled],
    ] as const) {
      it(`moves from queued to running to ${end.status}, and keeps its first start`, async () => {
        const { _id } = await accepted();
        await store.markRunning(_id, NOW);
        await store.markRunning(_id, LATER);
        const ended = await store.end(_id, end);
        const times = { started_at: NOW, finished_at: LATER, expires_at: EXPIRY };
        assert.deepEqual(ended, { ...ended, error: null, ...end, ...times, ...outcome });
      });
    }

    it('ends once under twenty racing writers, and its first end stays', async () => {
      const { _id } = await accepted();
      const ends = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.end(_id, i % 2 === 0 ? COMPLETED : CANCELLED)),
      );
      const [winner, ...others] = ends.filter((end) => end !== null);
      assert.deepEqual(others, []);
      assert.equal(await store.markRunning(_id, LATER), false);
      assert.deepEqual(await store.find(_id), winner);
      assert.equal(await store.end(randomUUID(), COMPLETED), null);
    });

    it('is listed to its user, newest first, in pages with the total', async () => {
      const user = randomUUID();
      for (let i = 0; i < 5; i++) await accepted({ submitted_at: new Date(NOW.getTime() + i) }, user);
      const [total, page] = await store.page(user, 2, 1);
      const after = page.map(({ submitted_at }) => submitted_at.getTime() - NOW.getTime());
      assert.deepEqual([total, after], [5, [3, 2]]);
      assert.equal((await store.page(user, 2, 0, 'queued'))[0], 5);
      assert.deepEqual(await store.page(user, 2, 0, 'failed'), [0, []]);
      assert.deepEqual(await store.page(randomUUID(), 2, 0), [0, []]);
    });

    it('is found by the sweep until the start of its workflow is recorded', async () => {
      const { _id } = await accepted({ submitted_at: new Date(0), workflow_started: false });
      assert.ok((await store.unstarted(NOW, 100)).includes(_id));
      assert.ok(!(await store.unstarted(new Date(0), 100)).includes(_id));
      store.markWorkflowStarted(_id);
      await until(async () => !(await store.unstarted(NOW, 100)).includes(_id));
    });

    it('is compared with its workflow in turn, and never again once it ended', async () => {
      const first = await accepted({ checked_at: new Date(0) });
      const second = await accepted({ checked_at: new Date(1) });
      assert.deepEqual(await store.open(NOW, 2), [first._id, second._id]);
      await store.markChecked(first._id, LATER);
      assert.deepEqual(await store.open(NOW, 1), [second._id]);
      await store.end(second._id, COMPLETED);
      assert.deepEqual(await store.open(NOW, 1), []);
    });
  });
}
