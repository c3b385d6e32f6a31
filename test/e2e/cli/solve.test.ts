/** `grid` from a case to its result, on the real stack. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import type { JobStatusReply } from '../../../temporal/case/messages/job.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import { type Grid, gridAt } from '../../support/callers/grid.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { pglibCase } from '../../support/cases/pglib-case.ts';
import { threeBus } from '../../support/cases/three-bus.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const INFEASIBLE = payload({ loads: [{ bus: 1, values: [80, 320, 90] }] });
/** Capacity of 100 MW for a load of 120 MW in hour 1, with a penalty for load not served. */
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

  it('solves a payload, reports the result, and writes no colours into a pipe', async () => {
    const file = await grid.file('three.json', threeBus());
    const { code, out, err } = await grid.run('solve', file, '--watch', '--name', 'by grid');
    assert.equal(code, 0, err);
    assert.match(out, /^OPTIMAL \(proven\) in /);
    assert.match(out, /certificate verified: \d+ of \d+ checks passed/);
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

  it('reports load not served, and operating cost and penalties as parts of the objective', async () => {
    const job = await solved(SHEDDING, '--name', 'shedding');
    const { out } = await grid.run('result', job);
    assert.match(out, /\n20 MWh of load not served: hour 1, bus_1\.\n/);
    assert.match(out, /\noperating cost \$5,550 \+ penalties \$20,000 = objective \$25,550\n/);
    assert.match(out, /\nlower bound \$25,550/);
    assert.match((await grid.run('jobs', '--limit', '1')).out, /OPTIMAL, proven +\$25,550 +\$20,000 /);
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

  it('refuses an invalid case, in one line with the field', async () => {
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

  it('exits with 2 on an infeasible case, shows the causes, and solves it with its smallest repair', async () => {
    const file = await grid.file('short.json', INFEASIBLE);
    const { code, out } = await grid.run('solve', file, '--watch');
    assert.equal(code, 2);
    assert.match(out, /^INFEASIBLE: .*\n {2}.*load 320 MW.*200 MW/m);
    assert.match(out, /Smallest repair:\n {2}.+ to [\d.]+\n/);
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

  it('lists jobs page by page and by filters', async () => {
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
    const csv = (await grid.run('jobs', '--tag', tag, '-o', 'csv')).out.split('\n');
    assert.match(csv[0] ?? '', /^job_id,status,.*\bobjective_value\b/);
    assert.ok(csv[2]?.startsWith(`${ids[0]},completed,`), csv[2]);
    const yaml = await grid.run('jobs', '--tag', tag, '-o', 'yaml');
    assert.deepEqual(parse(yaml.out), page);
    assert.match((await grid.run('jobs', '--tag', randomUUID())).err, /^None match$/m);
    assert.equal((await grid.run('jobs', '-o', 'xml')).code, 1);
    assert.equal((await grid.run('jobs', '--limit', 'many')).code, 1);
    assert.match((await grid.run('jobs', '--limit', '1000')).err, /^grid: query\.limit: /);
    assert.match((await grid.run('job', ids[0] ?? '')).out, /status +completed, OPTIMAL/);
    assert.equal((await grid.run('job', randomUUID())).code, 1);
  });

  it('accepts the beginning of an id, and explains why one is not enough', async () => {
    const id = await solved(payload());
    assert.match(
      (await grid.run('job', id.slice(0, 8).toUpperCase())).out,
      /^status +completed, OPTIMAL, proven$/m,
    );
    assert.match((await grid.run('job', id.slice(0, 3))).err, /is too short: type at least 4 characters/);
    assert.match((await grid.run('result', 'zzzz')).err, /^grid: No job begins with 'zzzz'\.$/m);
    const experiment = await grid.run('experiment', 'status', id);
    assert.equal(experiment.code, 1);
    assert.match(experiment.err, new RegExp(`'${id}' is a job; see grid job ${id.slice(0, 8)}`));
  });

  it('draws dispatch and prices in a terminal, and writes figures into a pipe', async () => {
    const id = await solved(payload({ generators: [{ ...generator(), fuel: 'Coal', p_max: 300 }] }));
    const { out } = await grid.run('result', id);
    assert.match(out, /\nFUEL +MWh +SHARE +MIN MW +MAX MW\nCoal +290 +100 % +80 +120\n/);
    assert.match(out, /\nprice per MWh: min \$[\d.]+ \(bus_1, hour \d\), mean \$[\d.]+, max \$/);
    assert.doesNotMatch(out, /[▁-█]/);
    const colored = await gridAt(grid.url, { ...grid.env, TERM: 'xterm-256color' });
    const drawn = (await colored.startInTerminal('result', id).ended).out;
    const plain = (await colored.startInTerminal('result', id, '--no-color').ended).out;
    await colored.remove();
    assert.match(drawn, /\n +120 .*38;5;\d+m/);
    assert.match(drawn, /\n +\$\/MWh [▁-█]{12}\r\n +hour 0/);
    assert.ok(!plain.includes(ESCAPE) && /\$\/MWh [▁-█]{12}/.test(plain));
  });

  it('shows the log of a job, renames it and deletes it', async () => {
    const id = await solved(payload());
    const { out } = await grid.run('logs', id.slice(0, 13));
    assert.match(out, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}submitted as uc for highs\n.* {2}started\n/);
    assert.match(out, / {2}completed, OPTIMAL, objective \$6,500\n$/);
    assert.match((await grid.run('logs', id, '--follow')).out, /completed, OPTIMAL/);
    const name = `a\u001b[31m${'x'.repeat(20)}`;
    assert.equal((await grid.run('rename', id.slice(0, 8), name)).code, 0);
    assert.equal((await grid.json<JobStatusReply>('job', id)).name, name);
    assert.ok(!(await grid.run('jobs')).out.includes(ESCAPE));
    const deletion = grid.start('delete', id.slice(0, 8));
    deletion.type('n\n');
    const refusal = await deletion.ended;
    assert.equal(refusal.code, 1);
    assert.match(refusal.err, /Nothing was deleted/);
    assert.equal((await grid.run('delete', id, 'zzzz', '--yes')).code, 1);
    assert.equal((await grid.run('delete', id, '--yes')).out, `Deleted ${id}\n`);
    const afterDeletion = await Promise.all(
      [
        ['job', id],
        ['logs', id],
        ['rename', id, 'x'],
        ['delete', id, '--yes'],
      ].map((args) => grid.run(...args)),
    );
    assert.deepEqual(
      afterDeletion.map(({ code }) => code),
      [1, 1, 1, 1],
    );
  });

  it('compares two schedules', async () => {
    const more = payload({ loads: [{ bus: 1, values: [80, 130, 90] }] });
    const [first, second] = await Promise.all([solved(payload()), solved(more)]);
    const { code, out } = await grid.run('diff', first, second);
    assert.equal(code, 0);
    assert.match(out, /^objective +\$6,500 +\$6,900 +\+\$400$/m);
    assert.match(out, /^penalties +\$0 +\$0 +\$0$/m);
    assert.match(out, /^g2 +1 +\+10\.00$/m);
    assert.match(
      (await grid.run('diff', first.slice(0, 8), second, '-o', 'csv')).out,
      /^part,first,second,change\n/,
    );
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
