/** A sign-in with a second factor on the real stores, while many try the same. */
import assert from 'node:assert/strict';
import { createAccountParts } from '../../../api/accounts/deps.ts';
import { twoFactorChallengeIndexes } from '../../../mongo/two-factor-challenges.ts';
import { startTwoFactorApp, type TwoFactorApp } from '../../support/callers/two-factor.ts';
import { testSettings } from '../../support/stack/app.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

/** Codes of one user that are judged before the quota refuses. */
const TOKENS = 10;

describe('a sign-in with a second factor', () => {
  let database: TestDatabase;
  let app: TwoFactorApp;
  before(async () => {
    database = await openTestDatabase([twoFactorChallengeIndexes]);
  });
  beforeEach(async () => {
    const { twoFactor, twoFactorChallenges, seal } = createAccountParts(database.db, testSettings());
    app = await startTwoFactorApp({ twoFactor, twoFactorChallenges, seal });
    app.wait(30);
  });
  afterEach(() => app.close());
  after(() => database.drop());

  /** Sends the same code with every token at once and counts the sessions it opened. */
  const countSessions = async (tokens: readonly string[], code = ''): Promise<number> => {
    const answers = await Promise.all(tokens.map((token) => app.verify(token, code)));
    assert.ok(answers.every(({ status }) => status === 200 || status === 401));
    return answers.filter(({ status }) => status === 200).length;
  };
  const challenges = () => Promise.all(Array.from({ length: TOKENS }, () => app.challenge()));

  it('opens one session of twenty calls at once with the same token', async () => {
    const token = await app.challenge();
    assert.equal(await countSessions(Array<string>(20).fill(token), app.code()), 1);
  });

  it('opens one session of many tokens at once with the same code', async () => {
    assert.equal(await countSessions(await challenges(), app.code()), 1);
  });

  it('opens one session of many tokens at once with the same recovery code', async () => {
    assert.equal(await countSessions(await challenges(), app.recoveryCodes[0]), 1);
  });

  it('keeps neither secret nor codes nor tokens in the database', async () => {
    const token = await app.challenge();
    const stored = JSON.stringify([
      await database.db.collection('two_factor').find().toArray(),
      await database.db.collection('two_factor_challenges').find().toArray(),
    ]);
    assert.ok(stored.includes(app.userId));
    for (const secret of [token, app.secret, ...app.recoveryCodes]) {
      assert.equal(stored.includes(secret), false);
    }
  });
});
