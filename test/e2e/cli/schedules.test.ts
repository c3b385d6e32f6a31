/** `grid schedules` and `grid webhooks`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Grid, gridAt } from '../../support/callers/grid.ts';
import { newUser, runningStack } from '../../support/stack/running-stack.ts';
import { until } from '../../support/until.ts';

const PATIENCE_MS = 60_000;

describe('grid, for schedules and webhooks', function () {
  this.timeout(120_000);
  let grid: Grid;
  before(async () => {
    const user = await newUser(await runningStack());
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `grid ${randomUUID()}`, scopes: ['read', 'write'] },
    });
    grid = await gridAt(user.url, { GRID_API_KEY: body.api_key });
  });
  after(() => grid.remove());
  const output = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await grid.run(...args);
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return `${out}${err}`;
  };

  it('makes a schedule, starts it, pauses it, shows its history and deletes it', async () => {
    assert.match(await output('schedules'), /No schedules yet/);
    const line = ['--cron', '30 6 * * MON-FRI', '--time-zone', 'Europe/Berlin'];
    await output('schedules', 'create', 'morning', '--scenario', 'demo-24h', ...line);
    await output('schedules', 'pause', 'morning');
    assert.match(
      await output('schedules', '-o', 'table'),
      /morning .*30 6 \* \* MON-FRI Europe\/Berlin .*Paused by/,
    );
    await output('schedules', 'unpause', 'morning');
    await output('schedules', 'trigger', 'morning');
    await until(
      async () => /completed/.test(await output('schedules', 'history', 'morning', '-o', 'table')),
      PATIENCE_MS,
    );
    const unasked = await grid.run('schedules', 'delete', 'morning');
    assert.equal(unasked.code, 1);
    assert.match(unasked.err, /Not deleted: run it in a terminal, or pass --yes/);
    await output('schedules', 'delete', 'morning', '--yes');
    const { code, err } = await grid.run('schedules', 'trigger', 'morning');
    assert.equal(code, 1);
    assert.match(err, /'morning' is a job; see grid job/);
  });

  it('refuses a schedule in the words of the server', async () => {
    const args = ['schedules', 'create', 'never', '--scenario', 'demo-24h'];
    const never = await grid.run(...args, '--cron', '0 0 30 2 *');
    assert.equal(never.code, 1);
    assert.match(never.err, /No date ever matches this line/);
    assert.match((await grid.run(...args, '--every', '0')).err, /at least one minute/);
  });

  it('makes a webhook, shows its secret once, tests it and deletes it', async () => {
    const created = await output(
      'webhooks',
      'create',
      'https://receiver.invalid',
      '--event',
      'job.ended',
      'run.ended',
    );
    const [, secret = ''] = /(whsec_\S+)/.exec(created) ?? [];
    new Webhook(secret);
    const { webhooks } = await grid.json<{ webhooks: { webhook_id: string; events: string[] }[] }>(
      'webhooks',
    );
    assert.deepEqual(webhooks[0]?.events, ['job.ended', 'run.ended']);
    const id = webhooks[0]?.webhook_id.slice(0, 8) ?? '';
    assert.notEqual(/(whsec_\S+)/.exec(await output('webhooks', 'rotate', id))?.[1], secret);
    await output('webhooks', 'test', id);
    assert.match(await output('webhooks', 'deliveries', id, '-o', 'table'), /test +(waiting|failed)/);
    await output('webhooks', 'delete', id, '--yes');
    assert.equal((await grid.run('webhooks', 'test', id)).code, 1);
    assert.match(
      (await grid.run('webhooks', 'create', 'https://10.0.0.1')).err,
      /not permitted for webhooks/,
    );
  });
});
