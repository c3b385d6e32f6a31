/**
 * Stored bytes counted for a user, on a real database: of new records, and of those that the previous version wrote.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { createDocuments, packDocument } from '../../../mongo/documents.ts';
import { LargeRecord } from '../../../mongo/errors.ts';
import { createExecutions } from '../../../mongo/executions.ts';
import { createExperiments } from '../../../mongo/experiments.ts';
import { createExplanations } from '../../../mongo/explanations.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { createJobs, newJob } from '../../../mongo/jobs.ts';
import { createNetworks } from '../../../mongo/networks.ts';
import { createScenarioRuns, WAITING } from '../../../mongo/scenario-runs.ts';
import { createStoredBytes } from '../../../mongo/stored-bytes.ts';
import { createWindows } from '../../../mongo/windows.ts';
import { payload } from '../../support/cases/payloads.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { anExecution } from '../../support/stores/an-execution.ts';
import { anExperiment } from '../../support/stores/experiments.ts';
import { until } from '../../support/until.ts';

const LATER = new Date('2099-01-01T00:00:00Z');
const COLLECTIONS = ['documents', 'explanations', 'windows', 'window_parts'];
const RECORDS = [
  ...['scenario_runs', 'jobs', 'experiments', 'executions'],
  ...['configs', 'schedules', 'schedule_entries', 'webhook_deliveries'],
];

describe('stored bytes', function () {
  this.timeout(30_000);
  let mongo: TestDatabase;
  beforeEach(async () => {
    mongo = await openTestDatabase(INDEXES);
  });
  afterEach(() => mongo.drop());

  const aJob = (userId: string) =>
    newJob(
      {
        id: randomUUID(),
        userId,
        job_type: 'uc',
        solver: 'highs',
        scenario_id: 'x',
        time_limit_s: 9,
        mip_gap: 0,
      },
      new Date(),
    );
  /** A network that compression does not shrink. */
  const network = (bytes: number) => ({ buses: [{ id: randomBytes(bytes).toString('base64') }] }) as never;
  const putNetwork = async (owner: string, id: string, bytes: number) => {
    const meta = { name: id, description: null, source: null, license: null };

    const content = await packDocument(network(bytes));
    await createNetworks(mongo.db).put(owner, id, { meta, defaults: meta, content }, new Date());
    return content.bytes.length;
  };
  /** Removes the fields that the previous version did not write. */
  const forget = () =>
    Promise.all(
      COLLECTIONS.map((name) =>
        mongo.db.collection(name).updateMany({}, { $unset: { user_id: 1, bytes: 1 } }),
      ),
    );

  it('are those of ended runs and of every version of a network, by user', async () => {
    const [documents, stored] = [createDocuments(mongo.db), createStoredBytes(mongo.db)];
    const job = aJob('ann');
    await documents.put('payload', job._id, payload());
    assert.equal(await stored.of('ann'), 0);
    await documents.expire(job._id, 'ann', LATER);
    const ofJob = await stored.of('ann');
    assert.ok(ofJob > 50, String(ofJob));
    const first = await putNetwork('ann', 'net', 3000);
    const second = await putNetwork('ann', 'net', 5000);
    await putNetwork('bob', 'net', 1000);
    assert.equal(await stored.of('ann'), ofJob + first + second);
    assert.ok((await stored.of('bob')) < 1500);
    await createNetworks(mongo.db).delete('ann', 'net');
    // A deletion is asynchronous.
    await until(async () => (await stored.of('ann')) === ofJob);
    await mongo.db.collection<{ _id: string }>('documents').deleteMany({ _id: `payload/${job._id}` });
    assert.equal(await stored.of('ann'), 0);
  });

  it('are computed for documents of an earlier version, in files too, and once', async () => {
    const { db } = mongo;
    const [documents, stored, jobs] = [createDocuments(db), createStoredBytes(db), createJobs(db)];
    const job = aJob('ann');
    await jobs.accept(job);
    await documents.put('payload', job._id, payload());
    const execution = anExecution('ann');
    await createExecutions(db).accept(execution);
    await documents.put('network', execution._id, network(5_000_000));
    const file = await db.collection('documents.files').findOne({});
    await createExplanations(db).add({ _id: job._id, artifacts: [], generated_at: new Date() });
    const windows = createWindows(db);
    const window = {
      execution_id: `${execution._id}/month-1`,
      index: 0,
      start_hour: 0,
      kept_hours: 24,
      job_id: 'j',
    };
    await windows.open(window);
    await windows.putPart(window.execution_id, 0, { days: [] } as never);
    const ofBob = await putNetwork('bob', 'net', 4000);
    await documents.put('payload', 'of nobody', payload());
    await forget();
    // The records of the job and the run name their user.
    const records = await stored.of('ann');
    assert.ok(records > 300 && records < 1500, String(records));
    assert.equal(await stored.of('bob'), 0);
    assert.equal(await stored.nameOwners(), 7);
    const small = (await stored.of('ann')) - Number(file?.['length']) - records;
    assert.ok(small > 300 && small < 3000, String(small));
    assert.ok(Math.abs((await stored.of('bob')) - ofBob) < 200);
    assert.equal(await stored.nameOwners(), 0);
    await windows.expire(execution._id, 'ann', LATER);
    await documents.expire(execution._id, 'ann', LATER);
    assert.ok((await stored.of('ann')) > small);
  });

  it('are those of every record, a thousand rows of an experiment too', async () => {
    const stored = createStoredBytes(mongo.db);
    const row = (index: number) => ({
      ...{
        _id: `e/${index}`,
        experiment_id: 'e',
        user_id: 'ann',
        index,
        scenario_id: 'x',
        job_id: `j${index}`,
      },
      ...{ values: { seed: index }, solved_as: null, attempt: 1, ...WAITING },
    });
    await createScenarioRuns(mongo.db).accept(Array.from({ length: 1000 }, (_, i) => row(i)));
    const bytes = await stored.of('ann');
    assert.ok(bytes > 200_000 && bytes < 600_000, String(bytes));
  });

  it('are at most 1 MB of one record, of which a list needs neither the matrix nor its meaning', async () => {
    const scenarios = Array.from({ length: 1000 }, (_, i) => ({ ['load'.repeat(50)]: i }));
    const fits = anExperiment({ scenario_matrix: { method: 'list', variables: [], scenarios } });
    const experiments = createExperiments(mongo.db);
    await experiments.accept(fits);
    const { experiments: listed } = await experiments.list(fits.user_id, 10, 0);
    assert.deepEqual(listed[0]?.scenario_matrix, { method: 'list' });
    assert.deepEqual((await experiments.find(fits._id))?.scenario_matrix, fits.scenario_matrix);
    const matrix = { ...fits.scenario_matrix, scenarios: Array.from({ length: 5 }, () => scenarios).flat() };
    await assert.rejects(
      experiments.accept(anExperiment({ _id: 'large', scenario_matrix: matrix })),
      LargeRecord,
    );
  });

  it('are read from an index alone, however large the documents are', async () => {
    await putNetwork('ann', 'net', 10_000);
    const steps = [{ $match: { user_id: 'ann' } }, { $group: { _id: null, bytes: { $sum: '$bytes' } } }];
    for (const name of [...COLLECTIONS, ...RECORDS]) {
      const explained = await mongo.db.collection(name).aggregate(steps).explain('queryPlanner');
      const [plan = ''] = /"winningPlan":.*?"rejectedPlans"/.exec(JSON.stringify(explained)) ?? [];
      assert.match(plan, /"indexName":"owner"/, name);
      assert.doesNotMatch(plan, /"stage":"(FETCH|COLLSCAN)"/, name);
    }
  });
});
