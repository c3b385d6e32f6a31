/** GET /experiments/{experiment_id}/results/download */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ExperimentRecord } from '../../../../mongo/experiments.ts';
import type { ScenarioRunRecord } from '../../../../mongo/scenario-runs.ts';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { parseCsv } from '../../../support/callers/parse-csv.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import {
  anExperiment,
  aScenarioRun,
  aSolvedRun,
  experimentReader,
  FIGURES,
} from '../../../support/stores/experiments.ts';

const FIRST = ['scenario_index', 'scenario_id', 'status', 'termination_status'];
const LAST = [
  'objective_value',
  'total_cost_usd',
  'solve_time_s',
  'mip_gap',
  'avg_lmp_usd_per_mwh',
  'max_lmp_usd_per_mwh',
  'peak_load_mw',
  'total_generation_mwh',
  'startups',
  'error',
  'penalty_usd',
];

describe('the download of an experiment', () => {
  const experiments: ExperimentRecord[] = [];
  const runs: ScenarioRunRecord[] = [];
  let app: TestApp;
  let token: string;
  let userId: string;
  /** Replaces the source of rows during one download. */
  let source: (() => AsyncIterable<ScenarioRunRecord>) | undefined;
  before(async () => {
    const reader = experimentReader(experiments, runs);
    const all = (id: string) => {
      const rows = (source ?? (() => reader.scenarioRuns.all(id)))();
      source = undefined;
      return rows;
    };
    app = await startApp({ deps: { ...reader, scenarioRuns: { ...reader.scenarioRuns, all } } });
    ({ userId, token } = await addSignedIn(app.deps, 'ann'));
  });
  after(() => app.close());

  const stored = (changes: Partial<ExperimentRecord> = {}): ExperimentRecord => {
    const experiment = anExperiment({ user_id: userId, ...changes });
    experiments.push(experiment);
    return experiment;
  };
  /** A row that is large even when compressed, so that it fills buffers. */
  const bulky = (experiment: ExperimentRecord, index: number) =>
    aSolvedRun(experiment, index, { scenario_id: randomBytes(3000).toString('hex') });
  const download = (id: string, query = '', as = token) =>
    app.call('GET', `/api/experiments/${id}/results/download${query}`, { token: as });
  const table = async (id: string, query = '') => parseCsv((await download(id, query)).text);

  it('is a CSV attachment with one row per scenario, CRLF at the end of each', async () => {
    const experiment = stored();
    runs.push(
      aSolvedRun(experiment, 0, { values: { load: 0.9 }, mip_gap: 0.0005 }),
      aSolvedRun(experiment, 1, { values: { load: 1 }, objective_value: -12.5, solved_as: 0 }),
    );
    const { status, headers, text } = await download(experiment._id, '?format=csv');
    assert.equal(status, 200);
    assert.equal(headers.get('Content-Type'), 'text/csv; charset=utf-8');
    assert.equal(
      headers.get('Content-Disposition'),
      `attachment; filename="experiment-${experiment._id}.csv"`,
    );
    assert.equal(
      text,
      `${[...FIRST, 'load', ...LAST].join(',')}\r\n` +
        '0,base-0,completed,OPTIMAL,0.9,1000,1000,0.5,0.0005,20,30,100,2400,1,,25\r\n' +
        '1,base-1,completed,OPTIMAL,1,-12.5,1000,0.5,0,20,30,100,2400,1,,25\r\n',
    );
  });

  it('leaves cells empty without a value, and gives the reason of a failure or a missing schedule', async () => {
    const experiment = stored();
    const error = { code: 'SOLVER_ERROR', message: 'no basis,\nsaid "HiGHS"', retryable: false } as const;
    runs.push(
      aScenarioRun(experiment, 0, { status: 'failed', error, values: { load: 1 } }),
      aSolvedRun(experiment, 1, {
        termination_status: 'INFEASIBLE',
        objective_value: null,
        mip_gap: null,
        reason: 'Hour 3: 20 MW are missing',
        figures: {
          ...FIGURES,
          totalCostUsd: null,
          penaltyUsd: null,
          averageLmp: null,
          maxLmp: null,
          generationMwh: null,
          startups: null,
        },
      }),
    );
    const [, failed, infeasible] = await table(experiment._id);
    const none = Array.from(LAST, () => '').slice(2);
    assert.deepEqual(failed, ['0', 'base-0', 'failed', '', '1', ...none, error.message, '']);
    assert.deepEqual(infeasible, [
      ...['1', 'base-1', 'completed', 'INFEASIBLE', ''],
      ...['', '', '0.5', '', '', '', '100', '', '', 'Hour 3: 20 MW are missing', ''],
    ]);
  });

  it('defuses text that a spreadsheet would run, but leaves negative numbers alone', async () => {
    const experiment = stored({
      scenario_matrix: {
        method: 'list',
        variables: [
          { name: '+cost', type: 'discrete', values: [-5] },
          { name: 'solver', type: 'categorical', values: ['highs'] },
        ],
      },
    });
    const values = { '+cost': -5, solver: '@highs' };
    const ids = ['=cmd', '-cmd', '\tcmd', '\rcmd', '\0cmd'];
    runs.push(...ids.map((scenario_id, index) => aSolvedRun(experiment, index, { scenario_id, values })));
    const [head, ...rows] = await table(experiment._id);
    assert.deepEqual(head, [...FIRST, "'+cost", 'solver', ...LAST]);
    assert.deepEqual(
      rows.map((row) => row[1]),
      ids.map((id) => `'${id}`),
    );
    assert.deepEqual(rows[0]?.slice(4, 6), ['-5', "'@highs"]);
  });

  it('distinguishes the variable mip_gap from the gap of the result', async () => {
    const experiment = stored({
      scenario_matrix: {
        method: 'grid',
        variables: [{ name: 'mip_gap', type: 'discrete', values: [0.01, 0.1] }],
      },
    });
    runs.push(aSolvedRun(experiment, 0, { values: { mip_gap: 0.1 }, mip_gap: 0.02 }));
    const { body } = await download(experiment._id, '?format=json');
    assert.deepEqual(body.columns, [...FIRST, 'values.mip_gap', ...LAST]);
    assert.equal(body.rows[0]['values.mip_gap'], 0.1);
    assert.equal(body.rows[0].mip_gap, 0.02);
  });

  it('has the same rows as JSON, with the solve of each', async () => {
    const experiment = stored();
    const solved = aSolvedRun(experiment, 0, { values: { load: 0.9 } });
    const same = aSolvedRun(experiment, 1, { values: { load: 0.9 }, job_id: solved.job_id, solved_as: 0 });
    runs.push(solved, same);
    const { status, headers, body } = await download(experiment._id, '?format=json');
    assert.equal(status, 200);
    assert.equal(headers.get('Content-Type'), 'application/json; charset=utf-8');
    assert.match(headers.get('Content-Disposition') ?? '', /experiment-.*\.json"$/);
    assert.equal(body.experiment_id, experiment._id);
    const [head, ...rows] = await table(experiment._id);
    assert.deepEqual(body.columns, head);
    assert.deepEqual(
      body.rows.map((row: Record<string, unknown>) =>
        body.columns.map((column: string) => String(row[column] ?? '')),
      ),
      rows,
    );
    assert.deepEqual(
      body.rows.map(({ solved_as, job_id }: ScenarioRunRecord) => [solved_as, job_id]),
      [
        [null, solved.job_id],
        [0, solved.job_id],
      ],
    );
  });

  it('is well formed without a single row', async () => {
    const { _id } = stored();
    assert.deepEqual(await table(_id), [[...FIRST, 'load', ...LAST]]);
    assert.deepEqual((await download(_id, '?format=json')).body.rows, []);
  });

  it('is a conflict while the experiment runs, unless partial results are requested', async () => {
    const experiment = stored({ status: 'running' });
    runs.push(aSolvedRun(experiment, 0), aScenarioRun(experiment, 1));
    assert.equal((await download(experiment._id)).status, 409);
    assert.equal((await download(experiment._id, '?partial=false')).status, 409);
    const [, done, waiting] = await table(experiment._id, '?partial=true');
    assert.equal(done?.[2], 'completed');
    assert.deepEqual(waiting?.slice(2, 6), ['queued', '', '', '']);
  });

  for (const encoding of ['identity', 'gzip']) {
    for (const format of ['csv', 'json']) {
      const failing = async (rows: number): Promise<void> => {
        const experiment = stored();
        source = async function* () {
          for (let index = 0; index < rows; index++) yield bulky(experiment, index);
          throw new Error('the cursor is gone');
        };
        const headers = { 'Accept-Encoding': encoding };
        const path = `/api/experiments/${experiment._id}/results/download?format=${format}`;
        await assert.rejects(app.call('GET', path, { token, headers }));
      };

      it(`breaks off where rows can be read no further, as ${format} with ${encoding}`, async () => {
        app.lines.length = 0;
        await failing(3);
        await failing(100);
        const logged = app.lines.filter(({ msg }) => msg === 'reply failed');
        assert.equal(logged.length, 2);
      });

      it(`stops reading once the client has gone, as ${format} with ${encoding}`, async () => {
        const experiment = stored();
        const controller = new AbortController();
        const stopped = new Promise<void>((resolve) => {
          source = async function* () {
            try {
              for (let index = 0; ; index++) yield bulky(experiment, await setImmediate(index));
            } finally {
              resolve();
            }
          };
        });
        const url = `${app.url}/api/experiments/${experiment._id}/results/download?format=${format}`;
        const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding };
        const { body, headers: received } = await fetch(url, { headers, signal: controller.signal });
        assert.equal(received.get('Content-Encoding') ?? 'identity', encoding);
        assert.ok((await body?.getReader().read())?.value);
        controller.abort();
        await stopped;
      });
    }
  }

  for (const format of ['csv', 'json']) {
    it(`is a 503 when not even its first row can be read, as ${format}`, async () => {
      const { _id } = stored();
      // biome-ignore lint/correctness/useYield: it fails before its first row
      source = async function* () {
        throw new Error('the database is away');
      };
      const { status, headers, body } = await download(_id, `?format=${format}`);
      assert.deepEqual([status, body.detail], [503, 'The rows cannot be read now']);
      assert.equal(headers.get('Content-Disposition'), null);
    });
  }

  it('refuses formats it does not write', async () => {
    const { _id } = stored();
    for (const query of ['?format=parquet', '?format=', '?format=CSV', '?partial=perhaps']) {
      assert.equal((await download(_id, query)).status, 422, query);
    }
  });

  it('knows neither missing experiments nor those of others, but for administrators', async () => {
    const { _id } = stored({ user_id: 'somebody else' });
    for (const id of [_id, 'missing']) {
      const { status, body } = await download(id);
      assert.equal(status, 404);
      assert.equal(body.detail, 'Experiment not found');
    }
    assert.equal((await download(_id, '', await tokenOf(app.deps, 'admin'))).status, 200);
  });

  it('is noted in the audit log, a refusal is not', async () => {
    const [done, open] = [stored(), stored({ status: 'queued' })];
    await download(done._id, '?format=json');
    await download(open._id);
    const [last] = await app.deps.audit.list({ type: 'results_downloaded', userId, limit: 1 });
    assert.equal(last?.details['experiment_id'], done._id);
    assert.equal(last?.details['format'], 'json');
  });
});
