/** Code that submits a job again: a shell and Python read the original request from it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { jobCode, tableCode } from '../../../../../api/web/jobs/job-code.ts';
import { aJob } from './a-job.ts';

const NASTY = `it's "<b>$HOME</b>" %s \`id\` \\ ü\n--x`;
const TAGS = ['a b', NASTY];
const JOB = aJob({ name: NASTY, scenario_id: NASTY, tags: TAGS, time_limit_s: 60, target_gap: 0.001 });
const SERVER = "http://x/it's";

/** Fake commands: `curl` prints its input, `cat` prints the case, and `grid` prints its arguments. */
const COMMANDS = `
curl() { case "$*" in *@-*) command cat ;; esac; }
cat() { printf '{"horizon":1}'; }
grid() { printf '%s\\0' "$@"; }
`;

/** Output of a shell that runs the text. */
const run = (text: string): string => {
  const env = { GRID_API_KEY: 'secret', PATH: process.env['PATH'] };
  return execFileSync('sh', ['-c', COMMANDS + text], { encoding: 'utf8', env });
};

describe('a job as code', () => {
  const { curl, Python: python, 'Command line': command } = jobCode(JOB, SERVER);

  it('has a body for curl in which every name is as it was', () => {
    const request = { scenario_id: NASTY, name: NASTY, tags: TAGS, timeout: 60 };
    assert.deepEqual(JSON.parse(run(curl)), { ...request, payload: { horizon: 1 } });
  });

  it('has the same options for the command line', () => {
    assert.deepEqual(run(command).split('\0').slice(0, -1), [
      ...['solve', 'case.json', '--type=scuc', '--solver=highs'],
      ...[`--scenario=${NASTY}`, `--name=${NASTY}`, '--tag=a b', `--tag=${NASTY}`],
      ...['--timeout=60', '--gap=0.001', '--watch'],
    ]);
  });

  it('has strings for Python that are strings of JSON, and no secret', () => {
    assert.ok(python.includes(`"name":${JSON.stringify(NASTY)},`));
    assert.ok(python.includes('os.environ["GRID_API_KEY"]'));
    for (const text of [curl, python, command]) assert.ok(!text.includes('secret'));
  });

  it('leaves out defaults', () => {
    const plain = jobCode(aJob(), 'http://x');
    const options = run(plain['Command line']).split('\0').slice(2, -2);
    assert.deepEqual(options, ['--type=scuc', '--solver=highs', '--scenario=case118']);
    const request = { scenario_id: 'case118', tags: [] };
    assert.deepEqual(JSON.parse(run(plain.curl)), { ...request, payload: { horizon: 1 } });
  });

  it('reads one table', () => {
    const url = 'http://x/api/modules/analyst/solve/ID/results?format=csv&table=lmp';
    assert.ok(
      tableCode('ID', 'lmp', 'http://x').includes(`lmp = pandas.read_csv("${url}", storage_options=key)`),
    );
  });
});
