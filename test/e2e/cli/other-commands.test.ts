/** The commands of `grid` besides the solve: files, checks, experiments, model runs, the analyst, the audit log. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { addUser, PASSWORD } from '../../support/callers/accounts.ts';
import { type Grid, gridAt, MAIN } from '../../support/callers/grid.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';
import { zipOf } from '../../support/callers/zip.ts';
import { rtsTables } from '../../support/cases/format-files.ts';
import { outageNetwork } from '../../support/cases/outage-network.ts';
import { payload } from '../../support/cases/payloads.ts';
import { pglibCase } from '../../support/cases/pglib-case.ts';
import { threeBus } from '../../support/cases/three-bus.ts';
import { type ChatStack, chatStack } from '../../support/chat/chat-stack.ts';
import { type StandIn, startStandIn } from '../../support/models/stand-in/start-stand-in.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const MATPOWER = `function mpc = two
mpc.version = '2';
mpc.baseMVA = 100;
mpc.bus = [
  1 3 50 10 0 0 1 1 0 230 1 1.1 0.9;
  2 1 60 10 0 0 1 1 0 230 1 1.1 0.9;
];
mpc.gen = [ 1 110 0 100 -100 1 100 1 200 0 ];
mpc.branch = [ 1 2 0.01 0.1 0 250 250 250 0 0 1 -360 360 ];
mpc.gencost = [ 2 0 0 2 20 0 ];
`;
const MATRIX = {
  method: 'grid',
  variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 }],
};

describe('grid, around the solve', function () {
  this.timeout(120_000);
  let grid: Grid;
  before(async () => {
    const { admin } = await runningStack();
    const { body } = await admin.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `grid ${randomUUID()}`, scopes: ['read', 'write'] },
    });
    grid = await gridAt(admin.url, { GRID_API_KEY: body.api_key });
  });
  after(() => grid.remove());
  const refused = (...commands: readonly string[][]) =>
    Promise.all(
      commands.map(async (args) => assert.equal((await grid.run(...args)).code, 1, args.join(' '))),
    );

  it('makes a network of a folder of tables, or only reports on it', async () => {
    for (const [path, text] of Object.entries(rtsTables())) {
      await mkdir(dirname(`${grid.folder}/rts-small/${path}`), { recursive: true });
      await writeFile(`${grid.folder}/rts-small/${path}`, text);
    }
    const folder = `${grid.folder}/rts-small`;
    const options = ['--format', 'rts-gmlc', '--network'];
    const dry = await grid.run('import', folder, '--dry-run', ...options);
    assert.equal(dry.code, 0, dry.err);
    assert.match(
      dry.out,
      /^Network rts-small would have 5 buses, 4 lines, 1 dc lines, 4 generators, .* 48 hours/,
    );
    assert.match(dry.out, /^changed +warning: 4_CC_1: heat rates that fall/m);
    const zip = `${grid.folder}/small.zip`;
    await writeFile(zip, zipOf(rtsTables()));
    const id = `net-${randomUUID()}`;
    const stored = await grid.json<{ network_id: string; version: string }>('import', zip, ...options, id);
    assert.equal(stored.network_id, id);
    assert.match(stored.version, /^[0-9a-f]{64}$/);
    const imported = await grid.run('import', zip, '--network', '--dry-run');
    assert.match(imported.err, /^Read as rts-gmlc$/m);
    const notes = await grid.file('notes.txt', 'nothing of the kind');
    await refused(['import', notes, '--network']);
    const back = `${grid.folder}/back.zip`;
    const written = await grid.run('export', id, '--network', '--format', 'pypsa-csv', '-o', back);
    assert.equal(written.code, 0, written.err);
    const again = await grid.run('import', back, '--network', '--dry-run');
    assert.match(again.out, /^Network back would have 5 buses, 4 lines, 1 dc lines, /m);
    await refused(
      ['export', id, '--network', '--format', 'pglib-uc', '-o', back],
      ['export', id, '--format', 'egret'],
      ['export', id, '--network', '--format', 'egret', '-o', 'json'],
      ['import', `${folder}/SourceData`, ...options],
    );
  });

  it('imports files by their content, lists scenarios, and exports them', async () => {
    const id = `day-${randomUUID()}`;
    const day = await grid.file('day', pglibCase(2));
    const { code, out, err } = await grid.run('import', day, '--scenario', id, '--name', '<b>Tuesday</b>');
    assert.equal(code, 0, err);
    assert.match(out, new RegExp(`^Scenario ${id} \\(uc\\), imported as pglib-uc\nkept `));
    const network = await grid.file('grid.m', MATPOWER);
    const imported = await grid.json<{ format: string }>('import', network, '--load-profile', '0.8,1');
    assert.equal(imported.format, 'matpower');
    assert.match((await grid.run('scenarios', '--limit', '100')).out, /<b>Tuesday<\/b>/);
    const renamed = await grid.run('scenarios', 'rename', id, 'Wednesday');
    assert.equal(renamed.code, 0, renamed.err);
    const { scenarios } = await grid.json<{ scenarios: { scenario_id: string; name: string }[] }>(
      'scenarios',
    );
    assert.equal(scenarios.find(({ scenario_id }) => scenario_id === id)?.name, 'Wednesday');
    assert.match(
      (await grid.run('scenarios')).out,
      new RegExp(`^${id} +uc +you +[\\d: -]+ +Wednesday$`, 'm'),
    );
    const file = `${grid.folder}/back.json`;
    const exported = await grid.run('export', id, '--format', 'pglib-uc', '-o', file);
    assert.equal(exported.code, 0, exported.err);
    assert.equal(JSON.parse(await readFile(file, 'utf8')).time_periods, pglibCase(2).time_periods);
    await refused(
      ['import', await grid.file('other.json', { a: 1 })],
      ['export', id, '--format', 'matpower'],
      ['export', 'no-such-scenario', '--format', 'pglib-uc'],
      ['scenarios', '--offset', '-1'],
      ['scenarios', 'rename', 'no-such-scenario', 'x'],
    );
    const deletion = grid.start('scenarios', 'delete', id);
    deletion.type('n\n');
    assert.match((await deletion.ended).err, /Nothing was deleted/);
    assert.equal((await grid.run('scenarios', 'delete', id, '--yes')).code, 0);
    await refused(['scenarios', 'delete', id, '--yes']);
  });

  it('validates a payload and checks the data of a network', async () => {
    const good = await grid.run('validate', await grid.file('good.json', threeBus()), '--type', 'scuc');
    assert.equal(good.code, 0, good.err);
    assert.match(good.out, /^valid: \d+ rows, \d+ columns, \d+ integer$/m);
    const short = payload({ loads: [{ bus: 1, values: [80, 320, 90] }] });
    const bad = await grid.run('validate', await grid.file('short.json', short));
    assert.equal(bad.code, 1);
    assert.match(bad.out, /^error .*\n(?:.*\n)*not valid: /);
    const network = await grid.file('grid.m', MATPOWER);
    assert.match((await grid.run('check', network)).out, /^valid: 2 buses, 1 lines, 1 generators$/m);
    const cut = await grid.file('cut.m', MATPOWER.replace('mpc.branch = [ 1 2', 'mpc.branch = [ 1 7'));
    assert.equal((await grid.run('check', cut)).code, 1);
    const table = await grid.run('check', await grid.file('gen.csv', 'GEN UID,Bus ID\n1,2\n'));
    assert.equal(table.code, 1);
    assert.match(table.err, /gen\.csv is not a MATPOWER case.*grid import --network FOLDER$/m);
    const broken = await grid.run('check', await grid.file('broken.json', '{\n  "a": 1,\n}'));
    assert.match(broken.err, /not valid JSON.*\(line 3, column 1\)/);
    await refused(['validate', network], ['check', await grid.file('broken.json', '{')]);
  });

  it('checks a schedule by AC power flows, and refuses a bus that is not there', async () => {
    const file = await grid.file('ac.json', threeBus());
    const { job_id } = await grid.json<{ job_id: string }>('solve', file, '--watch');
    const over = await grid.run('ac-check', job_id, '--slack', '1', '--power-factor', '0.95');
    assert.equal(over.code, 1, over.out + over.err);
    assert.match(over.out, /^1 of 1 intervals converged, with losses of \d+\.\d\d MWh$/m);
    assert.match(over.out, / 1 branches above their rating/);
    assert.match(over.err, /^assumed for 3: branches\.b_pu = 0 \(Branches without charging\)$/m);
    const branches = ['L12', 'L13', 'L23'].map((id) => ({ id, rating_mva: 1000 }));
    const ac = await grid.file('ac-data.json', { slack_buses: [1], branches });
    const within = await grid.run('ac-check', job_id, '--data', ac);
    assert.equal(within.code, 0, within.out + within.err);
    await refused(['ac-check', job_id, '--slack', '99'], ['ac-check', job_id]);
  });

  it('runs an experiment, follows it, and writes its table', async () => {
    const matrix = await grid.file('matrix.json', MATRIX);
    const csv = `${grid.folder}/out.csv`;
    const run = await grid.run('experiment', 'run', matrix, '--base', 'base', '--watch', '--csv', csv);
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /3 of 3 ended/);
    const [head = [], ...rows] = parseCsv(await readFile(csv, 'utf8'));
    assert.ok(head.includes('load') && rows.length === 3);
    const whole = { name: 'of a file', base_scenario_id: 'base', scenario_matrix: MATRIX };
    const file = await grid.file('whole.json', whole);
    const { experiment_id: id } = await grid.json<{ experiment_id: string }>('experiment', 'run', file);
    assert.equal((await grid.run('experiment', 'status', id, '--watch')).code, 0);
    assert.match(
      (await grid.run('experiments', '--limit', '1')).out,
      new RegExp(`${id.slice(0, 8)} +solved +3/3`),
    );
    await refused(
      ['experiment', 'cancel', id],
      ['experiment', 'run', matrix],
      ['experiment', 'run', matrix, '--base', 'no-such-scenario'],
      ['experiment', 'run', matrix, '--base', 'base', '--csv', csv],
      ['experiment', 'status', randomUUID()],
      ['experiments', '--status', 'odd'],
    );
  });

  it('runs a model once for each seed of outages, and shows the expected values', async () => {
    const { admin } = await runningStack();
    await admin.request('PUT', '/api/networks/prone-cli', { body: outageNetwork() });
    const options = ['--network', 'prone-cli', '--days', '1', '--look-ahead', '0', '--load-scale', '1.2'];
    const run = await grid.run('run', 'pcm-rolling', ...options, '--seeds', '1..3', '--watch');
    assert.equal(run.code, 0, `${run.out}${run.err}`);
    assert.match(run.out, /^All seeds, 3 runs of 24 h$/m);
    assert.match(run.out, /^EUE, MWh +[\d.]+ +[\d.]+ /m);
    const body = { pcm_model_id: 'pcm-rolling', network_id: 'prone-cli', solver: { id: 'highs' } };
    const file = await grid.file('seeds.json', { execution: body, seeds: { count: 2 } });
    const { scenarios_total } = await grid.json<{ scenarios_total: number }>('experiment', 'run', file);
    assert.equal(scenarios_total, 2);
    await refused(
      ['run', 'pcm-rolling', ...options, '--seeds', '3..1'],
      ['run', 'pcm-rolling', ...options, '--seeds', '1..3', '--outage-seed', '1'],
      ['run', 'pcm-rolling', '--network', 'rts24', '--seeds', '1..3'],
    );
  });

  it('runs a production-cost model over days', async () => {
    const run = await grid.run(
      'run',
      'pcm-rolling',
      '--network',
      'rts24',
      '--days',
      '2',
      '--gap',
      '5%',
      ...['--lines', 'soft', '--look-ahead', '12', '--voll', '5000', '--co2-price', '10'],
      '--watch',
    );
    assert.equal(run.code, 0, `${run.out}${run.err}`);
    assert.match(
      run.out,
      /^\w+ in .*, 2 of 2 solves\noperating cost \$[\d,]+ \+ penalties \$[\d,]+ = objective \$[\d,]+/,
    );
    assert.doesNotMatch(run.out, /\[#/, 'the bar is on standard error');
    const [, id = ''] = /execution (\S+)/.exec(run.err) ?? [];
    assert.equal((await grid.run('execution', id)).code, 0);
    assert.equal((await grid.json<{ execution_id: string }>('execution', id, '--watch')).execution_id, id);
    await refused(
      ['run', 'no-such-model'],
      ['run', 'pcm-rolling', '--days', '0'],
      ['run', 'pcm-rolling', '--fuel-price', 'gas'],
      ['run', 'pcm-rolling', '--network', 'rts24', '--start', '2020-07-01'],
      ['execution', randomUUID()],
    );
    const report = await grid.run('report', id, '--by', 'unit');
    assert.equal(report.code, 0, report.err);
    assert.match(report.out, /^operating cost \$[\d,]+ \+ penalties \$0 = objective \$[\d,]+/m);
    assert.match(report.out, /^unit +MWh +thermal on +starts +cost +revenue$/m);
    assert.match(report.out, /^48 h, 2 of 2 windows/m);
    assert.match(report.out, /^\S+ +[\d,.]+ +[\d.]+ % +\d+ +\$[\d,]+ +\$[\d,]+$/m);
    assert.match(
      (await grid.run('runs', '--limit', '1')).out,
      new RegExp(`^${id.slice(0, 8)} +pcm-rolling +solved +2/2 +\\$[\\d,]+ .* rts24, 2 days$`, 'm'),
    );
    assert.match((await grid.run('networks', '--limit', '100')).out, /^rts24 +shared +[\d: -]+ +IEEE RTS/m);
    const job = await grid.run('job', id.slice(0, 8));
    assert.match(job.err, new RegExp(`is a run; see grid execution ${id.slice(0, 8)}`));
    const { results } = await grid.json<{ results: { job_id: string } }>('execution', id);
    const day = await grid.run('job', results.job_id.slice(0, 13));
    assert.equal(day.code, 0, `a day of a run by its short id: ${day.err}`);
    const { totals } = await grid.json<{ totals: { generation_mwh: number } }>('report', id);
    const file = `${grid.folder}/hours.csv`;
    const exported = await grid.run('export-run', id, '--shape', 'wide', '-o', file);
    assert.equal(exported.code, 0, exported.err);
    const [, ...rows] = parseCsv(await readFile(file, 'utf8'));
    const mwh = rows.flatMap((row) => row.slice(1).map(Number)).reduce((sum, mw) => sum + mw, 0);
    assert.ok(Math.abs(mwh - totals.generation_mwh) < 1e-6);
    const parquet = `${grid.folder}/hours.parquet`;
    assert.equal((await grid.run('export-run', id, '-t', 'lmp', '-f', 'parquet', '-o', parquet)).code, 0);
    assert.equal((await readFile(parquet)).subarray(0, 4).toString(), 'PAR1');
    await refused(['report', randomUUID()], ['export-run', id, '--table', 'profits']);
  });

  it('verifies the audit log for a signed-in administrator', async () => {
    const { admin } = await runningStack();
    const { username, password } = JSON.parse(
      await readFile(new URL('admin.json', `file://${process.env['STACK_FILE']}`), 'utf8'),
    );
    const signedIn = await gridAt(admin.url);
    await signedIn.signIn(username, password);
    const { code, out } = await signedIn.run('audit', 'verify');
    assert.equal(code, 0, out);
    assert.match(out, /^valid: \d+ entries/);
    await signedIn.remove();
  });

  it('completes commands, options and values in bash', async () => {
    const { out } = await grid.run('completion', 'bash');
    const complete = async (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const script = `grid() { ${process.execPath} ${MAIN} "$@"; }\n${out}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _grid grid '${words.at(-1)}'; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', script], { cwd: grid.folder })).stdout
        .trim()
        .split('\n');
    };
    assert.deepEqual(await complete('grid', 'sol'), ['solve']);
    assert.deepEqual(await complete('grid', 'experiment', 's'), ['status']);
    assert.deepEqual(await complete('grid', 'solve', 'x.json', '--ty'), ['--type']);
    assert.deepEqual(await complete('grid', 'result', '--table', 'lm'), ['lmp']);
    await grid.file('some-case.json', {});
    assert.deepEqual(await complete('grid', 'solve', 'some-c'), ['some-case.json']);
    await refused(['completion', 'tcsh']);
  });
});

describe('grid ask', function () {
  this.timeout(60_000);
  let standIn: StandIn;
  let stack: ChatStack;
  let grid: Grid;
  before(async () => {
    standIn = await startStandIn('honest');
    stack = await chatStack({ AI_BASE_URL: standIn.url, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in' });
    const { username } = await addUser(stack.deps, `ask-${randomUUID()}`);
    grid = await gridAt(stack.url);
    await grid.signIn(username, PASSWORD);
  });
  after(async () => {
    await grid?.remove();
    await stack?.close();
    await standIn?.close();
  });

  it('streams an answer about a job with the sources of its figures', async () => {
    const file = await grid.file('asked.json', threeBus());
    const { job_id } = await grid.json<{ job_id: string }>('solve', file, '--watch');
    const question = 'What is the price at bus_3 at hour 0?';
    const { code, out, err } = await grid.run('ask', question, '--job', job_id);
    assert.equal(code, 0, err);
    assert.match(out, /60(?:\.0+)? \$\/MWh/);
    assert.match(out, /\nFIGURE +FOUND BY +AT\n(?:.*\n)*60 +get_lmp /);
    const [, session = ''] = /--session (\S+)/.exec(err) ?? [];
    const answer = await grid.json<{ session_id: string; citations: unknown[] }>(
      'ask',
      question,
      '--job',
      job_id,
      '--session',
      session,
    );
    assert.equal(answer.session_id, session);
    assert.ok(answer.citations.length > 0);
  });

  it('explains a price, and refuses an unknown bus or hour', async () => {
    const file = await grid.file('why.json', threeBus());
    const { job_id } = await grid.json<{ job_id: string }>('solve', file, '--watch');
    const { code, out, err } = await grid.run('why', job_id, '--bus', '3', '--hour', '0');
    assert.equal(code, 0, err);
    assert.match(out, /Generator C at bus_3 runs at 35\.00 MW, .* costs 60\.00 \$\/MWh there\./);
    assert.match(out, /\nWHAT SETS IT +\$\/MWh\ngenerator C +60\.00\n/);
    assert.match((await grid.run('why', job_id, '--bus', '9', '--hour', '0')).err, /There is no bus "bus_9"/);
    assert.match((await grid.run('why', job_id, '--bus', '3', '--hour', '9')).err, /There is no hour 9/);
    assert.equal((await grid.run('why', job_id, '--bus', '3')).code, 1);
  });

  it('answers with an API key as well, and refuses an empty question', async () => {
    const account = JSON.parse(await readFile(grid.credentials, 'utf8')).servers[stack.url];
    const reply = await fetch(`${stack.url}/api/users/me/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ask', scopes: ['read', 'write'] }),
    });
    const { api_key } = (await reply.json()) as { api_key: string };
    const keyed = await gridAt(stack.url, { GRID_API_KEY: api_key });
    const answer = await keyed.run('ask', 'What is the price at bus_3 at hour 0?', '--scenario', 'asked');
    assert.equal(answer.code, 0, answer.err);
    assert.match(answer.out, /60(?:\.0+)? \$\/MWh/);
    await keyed.remove();
    assert.equal((await grid.run('ask', '  ')).code, 1);
    assert.equal((await grid.run('ask', 'Why?', '--job', randomUUID())).code, 1);
    assert.ok((await stat(grid.credentials)).isFile());
  });
});
