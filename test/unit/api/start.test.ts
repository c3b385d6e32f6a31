/** Tasks of the process at its start, and in the background. */
import assert from 'node:assert/strict';
import { BYPASS_USER } from '../../../api/accounts/authenticate.ts';
import { ensureAccounts } from '../../../api/accounts/ensure-accounts.ts';
import { retry } from '../../../api/start-and-stop.ts';
import { PASSWORD } from '../../support/callers/accounts.ts';
import { testDeps } from '../../support/stack/app.ts';

describe('ensureAccounts', () => {
  it('creates the first administrator once and leaves a later password alone', async () => {
    const settings = { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: PASSWORD };
    const deps = testDeps({ settings });
    await ensureAccounts(deps);
    const root = await deps.users.findByUsername('root');
    assert.equal(root?.role, 'admin');
    assert.ok(await deps.passwords.verify(PASSWORD, root?.password_hash));
    await ensureAccounts({ ...deps, settings: { ...deps.settings, ADMIN_PASSWORD: 'another' } });
    assert.deepEqual(await deps.users.findByUsername('root'), root);
    assert.deepEqual(deps.audit.events(), ['user_registered']);
  });

  it('creates no account by default, and dev for the bypass', async () => {
    const deps = testDeps({});
    await ensureAccounts(deps);
    assert.equal(await deps.users.findById(BYPASS_USER.userId), null);
    await ensureAccounts({ ...deps, settings: { ...deps.settings, AUTH_BYPASS_ENABLED: true } });
    assert.equal((await deps.users.findById(BYPASS_USER.userId))?.username, 'dev');
  });

  it('keeps dev disabled, so that it cannot sign in without the bypass and is no second administrator', async () => {
    const deps = testDeps({ settings: { AUTH_BYPASS_ENABLED: true } });
    await ensureAccounts(deps);
    const dev = await deps.users.findById(BYPASS_USER.userId);
    assert.equal(dev?.disabled, true);
    assert.equal(await deps.users.countAdmins(), 0);
    assert.equal(await deps.accountCache.find(BYPASS_USER.userId, [], false), null);
  });

  it('disables an enabled dev of an earlier version, with the bypass on or off, and audits it once', async () => {
    for (const AUTH_BYPASS_ENABLED of [true, false]) {
      const deps = testDeps({ settings: { AUTH_BYPASS_ENABLED } });
      const { userId: user_id, username, role } = BYPASS_USER;
      const record = { user_id, username, role, password_hash: '', created_at: new Date(), disabled: false };
      await deps.users.insert(record);
      await ensureAccounts(deps);
      await ensureAccounts(deps);
      assert.equal(await deps.users.countAdmins(), 0);
      assert.deepEqual(deps.audit.events(), ['subscription_changed']);
    }
  });
});

describe('retry', () => {
  it('repeats a task until it succeeds', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const task = async () => {
      runs += 1;
      if (runs < 2) throw new Error('not yet');
    };
    await retry(task, (error) => failures.push(error), new AbortController().signal);
    assert.equal(runs, 2);
    assert.equal(failures.length, 1);
  });

  it('gives up when it is stopped', async () => {
    const stopping = new AbortController();
    const task = async () => Promise.reject(new Error('never'));
    await retry(task, () => stopping.abort(), stopping.signal);
    assert.ok(stopping.signal.aborted);
  });
});
