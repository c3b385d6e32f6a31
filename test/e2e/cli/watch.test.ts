/** `grid` during a long solve: a restart of the API, and Ctrl-C. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../../workers/local/stack/wait-until.ts';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { type Grid, gridAt, type Running } from '../../support/callers/grid.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { newUser, processOf, type RunningStack, runningStack } from '../../support/stack/running-stack.ts';

const JOB = /job ([\da-f-]{36})/;
const FOUND = /incumbent \$[\d,]+/;

describe('grid, watching', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let user: ApiClient;
  let grid: Grid;
  let file: string;
  /** An equally hard case, whose first schedule comes soon. */
  let day: string;
  before(async () => {
    running = await runningStack();
    user = await newUser(running);
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `grid ${randomUUID()}`, scopes: ['read', 'write'] },
    });
    grid = await gridAt(user.url, { GRID_API_KEY: body.api_key });
    file = await grid.file('hard.json', hardCase());
    day = await grid.file('day.json', hardCase(60, 24));
  });
  after(() => grid.remove());

  /** Id of the job that the command watches, as soon as it prints it. */
  async function jobOf(watching: Running): Promise<string> {
    await watching.until(JOB);
    const { jobs } = await grid.json<{ jobs: { job_id: string }[] }>('jobs', '--limit', '1');
    return jobs[0]?.job_id ?? '';
  }
  const INTERRUPT = '\u0003';
  const QUESTION = /\[d\]etach, \[s\]top with the best so far, \[c\]ancel, or Enter to continue/;

  it('goes on through a restart of the API, to the end of the job', async () => {
    const watching = grid.start('solve', day, '--watch');
    const id = await jobOf(watching);
    await user.wait(id, ({ progress_detail }) => progress_detail?.incumbent != null);
    process.kill(processOf((await runningStack()).stack, 'api').pid, 'SIGKILL');
    await watching.until(/cannot be reached; trying again/);
    await waitUntil('the API', async () => (await fetch(`${user.url}/health/ready`)).ok);
    const stopped = await grid.run('stop', id);
    assert.equal(stopped.code, 0, stopped.err);
    const { code, out } = await watching.ended;
    assert.equal(code, 0, out);
    assert.match(out, new RegExp(`^FEASIBLE \\(stopped early\\) in .* job ${id}`));
  });

  it('detaches at an interrupt without a terminal to ask at, and the job goes on', async () => {
    const watching = grid.start('solve', file, '--watch');
    await watching.until(JOB);
    watching.interrupt();
    const { code, err } = await watching.ended;
    assert.equal(code, 130);
    const [, id = ''] = /grid job (\S+) --watch/.exec(err) ?? [];
    assert.match((await user.status(id)).status, /queued|running/);
    const again = grid.start('job', id, '--watch');
    await again.until(JOB);
    assert.equal((await grid.run('cancel', id)).code, 0);
    assert.equal((await again.ended).code, 1);
    assert.equal((await user.status(id)).status, 'cancelled');
    const late = await Promise.all(['cancel', 'stop'].map((command) => grid.run(command, id)));
    assert.deepEqual(
      late.map(({ code }) => code),
      [1, 1],
    );
  });

  it('shows the list of jobs as it changes, and the log of one until its end', async () => {
    const { job_id: id } = await grid.json<{ job_id: string }>('solve', file);
    const short = id.slice(0, 8);
    const list = grid.start('jobs', '--watch', '--limit', '5');
    await list.until(new RegExp(`${short} {2}uc {2}(?:queued|running)`));
    const terminal = grid.startInTerminal('jobs', '--watch');
    await terminal.until(new RegExp(`JOB .*${short}`, 's'));
    const logs = grid.start('logs', short, '--follow');
    await logs.until(/ {2}relaxation|search/);
    assert.equal((await grid.run('delete', id, '--yes')).code, 1, 'it is open');
    assert.equal((await grid.run('cancel', short)).code, 0);
    assert.match((await logs.ended).out, / {2}cancelled, Cancelled on request/);
    await list.until(new RegExp(`${short} {2}uc {2}cancelled`));
    list.interrupt();
    assert.equal((await list.ended).code, 130);
    await terminal.until(/\[\d+A.\[J/);
    terminal.type(INTERRUPT);
    await terminal.ended;
    assert.equal((await grid.run('jobs', '--watch', '-o', 'json')).code, 1);
  });

  it('asks at Ctrl-C in a terminal, goes on after an empty answer, and stops with the best so far', async () => {
    const watching = grid.startInTerminal('solve', day, '--watch');
    await watching.until(JOB);
    watching.type(INTERRUPT);
    await watching.until(QUESTION);
    watching.type('\r');
    await watching.until(FOUND);
    watching.type(INTERRUPT);
    await watching.until(/continue.*Enter to continue/s);
    watching.type('s\r');
    const { code, out } = await watching.ended;
    assert.equal(code, 0, out);
    assert.match(out, /\[32mFEASIBLE.\[39m \(stopped early\) in /);
  });

  it('detaches at the answer d and at a second Ctrl-C, and cancels at the answer c', async () => {
    const submitting = grid.startInTerminal('solve', file, '--watch');
    const id = await jobOf(submitting);
    for (const [answer, exit, outcome] of [
      ['d\r', 130, /Detached; the run continues/],
      [INTERRUPT, 130, /Detached; the run continues/],
      ['c\r', 1, /cancelled.*: Cancelled on request/],
    ] as const) {
      const watching = answer === 'd\r' ? submitting : grid.startInTerminal('job', id, '--watch');
      await watching.until(JOB);
      watching.type(INTERRUPT);
      await watching.until(QUESTION);
      watching.type(answer);
      const { code, out } = await watching.ended;
      assert.equal(code, exit, out);
      assert.match(out, outcome);
    }
  });
});
