import assert from 'node:assert/strict';
import { createAccountCache } from '../../../../api/accounts/account-cache.ts';
import {
  memoryRevokedTokens,
  memorySubscriptions,
  memoryTwoFactor,
  memoryUsers,
} from '../../../support/stores/memory-accounts.ts';

describe('standings', () => {
  let clock = 0;
  let reads = 0;
  const stores = {
    users: memoryUsers(),
    subscriptions: memorySubscriptions(),
    revokedTokens: memoryRevokedTokens(),
    twoFactor: memoryTwoFactor(),
  };
  const { findById } = stores.users;
  stores.users.findById = (id) => {
    reads += 1;
    return findById(id);
  };
  const accounts = createAccountCache(stores, { REQUIRE_SECOND_FACTOR: 'none' }, { now: () => clock });
  before(() =>
    stores.users.insert({
      user_id: 'u',
      username: 'ann',
      password_hash: '',
      role: 'user',
      created_at: new Date(),
      disabled: false,
    }),
  );
  beforeEach(() => {
    clock += 1000;
    reads = 0;
  });
  const levelOf = async () => (await accounts.find('u', ['t'], true))?.levels['model-tuner'];

  it('are looked up once for the requests of a moment', async () => {
    await Promise.all(Array.from({ length: 50 }, () => accounts.find('u', ['t'], true)));
    clock += 250;
    assert.equal((await accounts.find('u', ['t'], true))?.user.username, 'ann');
    assert.equal(reads, 1);
    clock += 1;
    await accounts.find('u', ['t'], true);
    assert.equal(reads, 2);
  });

  it('are looked up for every request that changes something', async () => {
    await accounts.find('u', ['t'], true);
    await accounts.find('u', ['t'], false);
    assert.equal(reads, 2);
  });

  it('change at once with changes of this process', async () => {
    assert.equal(await levelOf(), 'none');
    await stores.subscriptions.grant('u', 'model-tuner', 'premium', new Date());
    assert.equal(await levelOf(), 'none');
    accounts.changed();
    assert.equal(await levelOf(), 'premium');
  });

  it('do not exist for a revoked token or session, and for an unknown user', async () => {
    await stores.revokedTokens.revoke('session', new Date(Date.now() + 1000));
    assert.equal(await accounts.find('u', ['t', 'session'], true), null);
    assert.equal(await accounts.find('nobody', ['t'], true), null);
  });

  it('do not remember a failure', async () => {
    const once = stores.users.findById;
    stores.users.findById = async () => {
      throw new Error('away');
    };
    await assert.rejects(accounts.find('u', ['t'], true));
    stores.users.findById = once;
    assert.ok(await accounts.find('u', ['t'], true));
  });
});
