/** Second factors and unfinished sign-ins: a code is spent once, however many requests arrive at once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createTwoFactor,
  createTwoFactorChallenges,
  type TwoFactor,
  type TwoFactorChallenges,
  twoFactorChallengeIndexes,
} from '../../../mongo/two-factor.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

/** A time in the future: MongoDB removes expired records by the clock of the machine. */
const NOW = new Date('2126-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const AT_ONCE = 20;
const ENABLING = { enabled_at: NOW, last_step: 100, recovery_hashes: ['r1', 'r2'] };

/** Number of twenty simultaneous calls that succeed. */
async function countYes(call: (index: number) => Promise<unknown>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));
  return answers.filter(Boolean).length;
}

describe('second factors', () => {
  let database: TestDatabase;
  let factors: TwoFactor;
  before(async () => {
    database = await openTestDatabase([twoFactorChallengeIndexes]);
    factors = createTwoFactor(database.db);
  });
  after(() => database.drop());

  const enabledUser = async (): Promise<string> => {
    const userId = randomUUID();
    await factors.begin(userId, 'sealed');
    assert.ok(await factors.enable(userId, 'sealed', ENABLING));
    return userId;
  };

  it('wait for a code under the newest secret, and are enabled under no other', async () => {
    const user_id = randomUUID();
    assert.equal(await factors.find(user_id), null);
    assert.ok(await factors.begin(user_id, 'first'));
    assert.ok(await factors.begin(user_id, 'second'));
    const waiting = { user_id, secret: 'second', enabled_at: null, last_step: 0, recovery_hashes: [] };
    assert.deepEqual(await factors.find(user_id), waiting);
    assert.equal(await factors.enable(user_id, 'first', ENABLING), false);
    assert.equal(await factors.acceptStep(user_id, 'second', 101), false);
    assert.ok(await factors.enable(user_id, 'second', ENABLING));
    assert.deepEqual(await factors.find(user_id), { ...waiting, ...ENABLING });
  });

  it('are not begun again while enabled, and are after they were disabled', async () => {
    const userId = await enabledUser();
    assert.equal(await factors.begin(userId, 'other'), false);
    assert.equal((await factors.find(userId))?.secret, 'sealed');
    await factors.disable(userId);
    assert.equal(await factors.find(userId), null);
    assert.ok(await factors.begin(userId, 'other'));
  });

  it('are begun by all and enabled by one of twenty calls at once', async () => {
    const userId = randomUUID();
    assert.equal(await countYes((index) => factors.begin(userId, `sealed ${index}`)), AT_ONCE);
    const secret = (await factors.find(userId))?.secret ?? '';
    assert.equal(await countYes(() => factors.enable(userId, secret, ENABLING)), 1);
  });

  it('accept a step once of twenty calls at once, and no step before it', async () => {
    const userId = await enabledUser();
    assert.equal(await factors.acceptStep(userId, 'sealed', 100), false, 'enabling spent it');
    assert.equal(await countYes(() => factors.acceptStep(userId, 'sealed', 102)), 1);
    assert.equal(await factors.acceptStep(userId, 'sealed', 101), false);
    assert.ok(await factors.acceptStep(userId, 'sealed', 103));
    assert.equal(await factors.acceptStep(userId, 'of another enrolment', 104), false);
    assert.equal(await factors.acceptStep('nobody', 'sealed', 104), false);
  });

  it('give each recovery code to one of twenty calls at once', async () => {
    const userId = await enabledUser();
    assert.equal(await countYes(() => factors.useRecoveryCode(userId, 'r1')), 1);
    assert.deepEqual((await factors.find(userId))?.recovery_hashes, ['r2']);
    assert.equal(await factors.useRecoveryCode(userId, 'r3'), false);
    assert.equal(await factors.useRecoveryCode(await enabledUser(), 'r2'), true, 'of this user only');
    assert.deepEqual((await factors.find(userId))?.recovery_hashes, ['r2']);
  });
});

describe('changes of second factors', () => {
  let database: TestDatabase;
  let factors: TwoFactor;
  before(async () => {
    database = await openTestDatabase([twoFactorChallengeIndexes]);
    factors = createTwoFactor(database.db);
  });
  after(() => database.drop());

  it('are the recovery codes, all at once, of an enabled one only', async () => {
    await factors.begin('ada', 'sealed');
    assert.equal(await factors.renewRecoveryCodes('ada', ['n1']), false);
    await factors.enable('ada', 'sealed', ENABLING);
    assert.equal(await factors.renewRecoveryCodes('ada', ['n1', 'n2']), true);
    assert.equal(await factors.useRecoveryCode('ada', 'r1'), false);
    assert.equal(await factors.useRecoveryCode('ada', 'n1'), true);
    assert.equal(await factors.renewRecoveryCodes('nobody', ['n1']), false);
  });

  it('is the seal of the secret, unless it is another by now', async () => {
    await factors.begin('bob', 'old');
    assert.equal(await factors.reseal('bob', 'other', 'new'), false);
    assert.equal(await factors.reseal('bob', 'old', 'new'), true);
    const all = [];
    for await (const factor of factors.all()) all.push(factor);
    assert.deepEqual(
      all.map(({ user_id, secret }) => [user_id, secret]),
      [
        ['ada', 'sealed'],
        ['bob', 'new'],
      ],
    );
  });
});

describe('unfinished sign-ins', () => {
  let database: TestDatabase;
  let challenges: TwoFactorChallenges;
  before(async () => {
    database = await openTestDatabase([twoFactorChallengeIndexes]);
    challenges = createTwoFactorChallenges(database.db);
  });
  after(() => database.drop());

  const open = async (): Promise<string> => {
    const hash = randomUUID();
    await challenges.open({ hash, userId: 'ada', expiresAt: later(300) });
    return hash;
  };

  it('have five guesses, also when twenty come at once', async () => {
    const hash = await open();
    assert.equal(await countYes(() => challenges.takeGuess(hash, NOW)), 5);
    assert.equal(await challenges.takeGuess(hash, NOW), null);
    assert.equal(await challenges.takeGuess(await open(), NOW), 'ada');
  });

  it('end once', async () => {
    const hash = await open();
    assert.equal(await countYes(() => challenges.end(hash)), 1);
    assert.equal(await challenges.takeGuess(hash, NOW), null);
  });

  it('expire, before the database has noticed too', async () => {
    const hash = await open();
    assert.equal(await challenges.takeGuess(hash, later(299)), 'ada');
    assert.equal(await challenges.takeGuess(hash, later(300)), null);
    const indexes = await database.db.collection('two_factor_challenges').indexes();
    assert.ok(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds === 0));
  });

  it('are unknown under any other token', async () => {
    assert.equal(await challenges.takeGuess('unknown', NOW), null);
  });

  it('of a user end together, and no others', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await challenges.open({ hash: mine, userId: 'eve', expiresAt: later(300) });
    await challenges.open({ hash: other, userId: 'bob', expiresAt: later(300) });
    await challenges.endOf('eve');
    assert.equal(await challenges.takeGuess(mine, NOW), null);
    assert.equal(await challenges.takeGuess(other, NOW), 'bob');
  });
});
