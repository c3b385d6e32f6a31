/** `grid` from a case to its result, on the real stack. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { JobStatusReply } from '../../../temporal/case/messages/job.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import { type Grid, gridAt } from '../../support/callers/grid.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { pglibCase } from '../../support/cases/pglib-case.ts';
import { threeBus } from '../../support/cases/three-bus.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const INFEASIBLE = payload({ loads: [{ bus: 1, values: [80, 320, 90] }] });
/** 100 MW for a load of 120 MW in hour 1, and a price of what is not served. */
const SHEDDING = payload({
  generators: [generator()],
  options: { unserved_energy_usd_per_mwh: 1000 },
});
const ESCAPE = '\u001b';

describe('grid, from a case to its result', function () {
  this.timeout(120_000);
  let grid: Grid;
  before(async () => {
    const { admin } = await runningStack();
    grid = await gridAt(admin.url, { GRID_URL: '' });
    const { body } = await admin.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `grid ${randomUUID()}`, scopes: ['read', 'write'] },
    });
    await grid.remove();
    grid = await gridAt(admin.url, { GRID_API_KEY: body.api_key });
  });
  after(() => grid.remove());

  const submitted = async (content: object, ...args: string[]): Promise<string> => {
    const file = await grid.file(`case-${randomUUID()}.json`, content);
    const { job_id } = await grid.json<{ job_id: string }>('solve', file, ...args);
    return job_id;
  };
  const solved = async (content: object, ...args: string[]): Promise<string> => {
    const { job_id, termination_status } = await grid.json<JobResult>(
      'solve',
      await grid.file(`case-${randomUUID()}.json`, content),
      '--watch',
      ...args,
    );
    assert.equal(termination_status, 'OPTIMAL');
    return job_id;
  };

  it('solves a payload, says what came of it, and writes no colours into a pipe', async () => {
    const file = await grid.file('three.json', threeBus());
    const { code, out, err } = await grid.run('solve', file, '--watch', '--name', 'by grid');
    assert.equal(code, 0, err);
    assert.match(out, /^OPTIMAL in /);
    assert.match(out, /certificate verified: \d+ of \d+ checks hold/);
    assert.match(err, /scuc \[#+\] 100 %/, 'lines make it scuc');
    assert.ok(!`${out}${err}`.includes(ESCAPE));
    const { jobs } = await grid.json<{ jobs: JobStatusReply[] }>(
      'jobs',
      '--scenario',
      'three',
      '--limit',
      '1',
    );
    assert.equal(jobs[0]?.name, 'by grid');
  });

  it('says that load is not served, and how cost of operation and penalties make the objective', async () => {
    const job = await solved(SHEDDING, '--name', 'shedding');
    const { out } = await grid.run('result', job);
    assert.match(out, /\n20 MWh of load are not served in hour 1: bus_1\.\n/);
    assert.match(out, /\ncost of operation \$5,550 \+ penalties \$20,000 = objective \$25,550\n/);
    assert.match(out, /\nbound of the objective \$25,550/);
    assert.match((await grid.run('jobs', '--limit', '1')).out, /OPTIMAL +\$25,550 +\$20,000 /);
    const whole = await solved(payload());
    assert.match(
      (await grid.run('result', whole)).out,
      /\nAll load is served; reserves and limits are kept\.\n/,
    );
    const { costs } = await grid.json<{ costs: Record<'first' | 'second', { penalties: number }> }>(
      'diff',
      job,
      whole,
    );
    assert.deepEqual([costs.first.penalties, costs.second.penalties], [20_000, 0]);
  });

  it('solves a scenario, a whole submission and files of other formats', async () => {
    assert.equal((await grid.run('solve', 'demo-24h', '--watch', '--gap', '1%')).code, 0);
    const name = randomUUID();
    const whole = await submitted({ scenario_id: name, name: 'its own', payload: payload() });
    assert.deepEqual(
      await grid.json<JobStatusReply>('job', whole).then(({ scenario_id, name }) => [scenario_id, name]),
      [name, 'its own'],
    );
    const packed = await grid.file('day.json.gz', gzipSync(JSON.stringify(pglibCase(2))));
    assert.equal((await grid.run('solve', packed, '--watch')).code, 0);
  });

  it('refuses what is no case, in one line with the field', async () => {
    const wrong = await grid.file('wrong.json', payload({ horizon: -1 }));
    const { code, out, err } = await grid.run('solve', wrong);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(err, /^grid: payload\.horizon: .+$/m);
    const broken = await grid.file('broken.json', '{"generators": [');
    const list = await grid.file('list.csv', 'a,b\n1,2\n');
    const [unknown, lp, ...refusals] = await Promise.all(
      [['no-such-scenario'], [wrong, '--type', 'lp'], [broken], [list], ['missing.json']].map((args) =>
        grid.run('solve', ...args),
      ),
    );
    assert.match(unknown?.err ?? '', /not found/);
    assert.equal(lp?.code, 1);
    for (const refused of refusals) {
      assert.equal(refused.code, 1, refused.err);
      assert.match(refused.err, /^grid: .*(?:broken|list|missing)\.\w+.*\n$/);
    }
  });

  it('refuses a file that is too large without reading it', async () => {
    const file = await grid.file('huge.json', '{');
    const handle = await open(file, 'r+');
    await handle.truncate(300 * 1024 * 1024);
    await handle.close();
    const { code, err } = await grid.run('solve', file);
    assert.equal(code, 1);
    assert.match(err, /has 300 MB, the server takes 64 MB/);
  });

  it('ends with 2 on an infeasible case, says why, and solves it with its smallest repair', async () => {
    const file = await grid.file('short.json', INFEASIBLE);
    const { code, out } = await grid.run('solve', file, '--watch');
    assert.equal(code, 2);
    assert.match(out, /^INFEASIBLE: .*\n {2}.*load 320 MW.*200 MW/m);
    assert.match(out, /The smallest repair:\n {2}.+ to [\d.]+\n/);
    const [, id = ''] = /grid repair (\S+)/.exec(out) ?? [];
    assert.equal((await grid.run('result', id)).code, 2);
    const { termination_status, infeasibility } = await grid.json<JobResult>('result', id);
    assert.ok(termination_status === 'INFEASIBLE' && infeasibility?.causes.length);
    const repaired = await grid.run('repair', id, '--watch');
    assert.equal(repaired.code, 0, repaired.err);
    assert.match(repaired.out, /^OPTIMAL/);
    assert.equal((await grid.run('repair', await solved(payload()))).code, 1);
  });

  it('writes tables as text, CSV and JSON, to a file or a pipe', async () => {
    const id = await solved(threeBus());
    const file = `${grid.folder}/prices.csv`;
    assert.equal((await grid.run('result', id, '--table', 'lmp', '-o', file)).code, 0);
    const records = parseCsv(await readFile(file, 'utf8'));
    assert.deepEqual(records[0], ['bus', 'hour', 'lmp_usd_per_mwh', 'energy', 'congestion', 'loss']);
    const table = ['result', id, '--table', 'lmp'];
    const [piped, rows, { out }, short, whole] = await Promise.all([
      grid.run(...table),
      grid.json<{ bus: string; hour: number }[]>(...table),
      grid.run(...table, '--format', 'table'),
      grid.run('result', id),
      grid.json<JobResult>('result', id, '--format', 'json'),
      ...[
        ['result', id, '--format', 'csv'],
        [...table, '-o', '/no/such/folder/x.csv'],
        ['result', randomUUID()],
      ].map(async (args) => assert.equal((await grid.run(...args)).code, 1, args.join(' '))),
    ]);
    assert.equal(piped.out, await readFile(file, 'utf8'));
    assert.equal(rows.length, records.length - 1);
    assert.equal(rows[0]?.hour, 0);
    assert.equal(out.split('\n').length, records.length + 1);
    assert.match(out, /^bus +hour +lmp_usd_per_mwh/);
    assert.match(short.out, /^OPTIMAL/);
    assert.equal(whole.job_id, id);
  });

  it('lists jobs page by page and by what they are', async () => {
    const tag = randomUUID();
    const ids = [await solved(payload(), '--tag', tag), await solved(payload(), '--tag', tag)];
    const page = await grid.json<{ total: number }>(
      'jobs',
      '--tag',
      tag,
      '--status',
      'completed',
      '--type',
      'uc',
    );
    assert.equal(page.total, 2);
    const { out, err } = await grid.run('jobs', '--tag', tag, '--limit', '1', '--offset', '1');
    assert.match(out, new RegExp(`^JOB .*\n${ids[0]?.slice(0, 8)} .*\n$`));
    assert.match(err, /2 to 2 of 2/);
    assert.equal((await grid.run('jobs', '--limit', 'many')).code, 1);
    assert.match((await grid.run('jobs', '--limit', '1000')).err, /^grid: query\.limit: /);
    assert.match((await grid.run('job', ids[0] ?? '')).out, /status +completed, OPTIMAL/);
    assert.equal((await grid.run('job', randomUUID())).code, 1);
  });

  it('compares two schedules', async () => {
    const more = payload({ loads: [{ bus: 1, values: [80, 130, 90] }] });
    const [first, second] = await Promise.all([solved(payload()), solved(more)]);
    const { code, out } = await grid.run('diff', first, second);
    assert.equal(code, 0);
    assert.match(out, /^objective +\$6,500 +\$6,900 +\+400\.00$/m);
    assert.match(out, /^g2 +1 +\+10\.00$/m);
    assert.equal((await grid.run('diff', first, randomUUID())).code, 1);
  });

  it('opens the page of a job that is there', async () => {
    const id = await solved(payload());
    const { code, out } = await grid.run('open', id);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^http://.+/#/jobs/${id}\n$`));
    assert.equal((await grid.run('open', randomUUID())).code, 1);
  });
});
