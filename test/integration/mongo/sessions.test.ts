/** The refresh tokens of a session: rotation, grace, reuse and revocation. */
import assert from 'node:assert/strict';
import {
  createRevokedTokens,
  createSessions,
  revokedTokenIndexes,
  type Sessions,
  sessionIndexes,
} from '../../../mongo/sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const NOW = new Date();
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const WEEK = later(7 * 24 * 3600);
const next = (hash: string) => ({ hash, expiresAt: WEEK });

describe('sessions', () => {
  let database: TestDatabase;
  let sessions: Sessions;
  before(async () => {
    database = await openTestDatabase([sessionIndexes, revokedTokenIndexes]);
    sessions = createSessions(database.db);
  });
  after(() => database.drop());

  const open = async (name: string) => {
    await sessions.open({ sessionId: name, userId: 'u' }, next(`${name}-0`));
  };
  const rotate = async (from: string, to: string, seconds = 0) =>
    (await sessions.rotate(from, next(to), later(seconds))).outcome;

  it('replace a token by the next', async () => {
    await open('a');
    assert.deepEqual(await sessions.rotate('a-0', next('a-1'), NOW), {
      outcome: 'rotated',
      sessionId: 'a',
      userId: 'u',
    });
    assert.equal(await rotate('a-1', 'a-2'), 'rotated');
  });

  it('accept the token just replaced for ten seconds, for a reply that was lost', async () => {
    await open('b');
    await rotate('b-0', 'b-1');
    assert.equal(await rotate('b-0', 'b-1', 9), 'rotated');
    assert.equal(await rotate('b-1', 'b-2', 9), 'rotated');
    await open('c');
    await rotate('c-0', 'c-1');
    assert.equal(await rotate('c-0', 'c-2', 11), 'reused');
  });

  it('are one line of tokens, however many use one at once', async () => {
    await open('f');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => rotate('f-0', 'f-1')));
    assert.deepEqual([...new Set(outcomes)], ['rotated']);
    assert.equal(await database.db.collection('sessions').countDocuments({ sessionId: 'f' }), 2);
  });

  it('of the version before, whose tokens had any successor, go on as one line', async () => {
    const stored = { sessionId: 'g', userId: 'u', expiresAt: WEEK };
    await database.db.collection<{ _id: string }>('sessions').insertMany([
      { _id: 'g-0', ...stored, parent: null, rotatedAt: NOW },
      { _id: 'g-any', ...stored, parent: 'g-0', rotatedAt: null },
    ] as never);
    assert.equal(await rotate('g-0', 'g-1', 5), 'rotated');
    assert.equal(await rotate('g-any', 'g-2', 5), 'unknown');
    assert.equal(await rotate('g-1', 'g-2', 6), 'rotated');
  });

  it('remember when their user signed in', async () => {
    const session = { sessionId: 'h', userId: 'u', signedInAt: NOW };
    await sessions.open(session, next('h-0'));
    assert.deepEqual(await sessions.rotate('h-0', next('h-1'), NOW), { outcome: 'rotated', ...session });
    assert.deepEqual(await sessions.rotate('h-1', next('h-2'), NOW), { outcome: 'rotated', ...session });
  });

  it('of a user are listed by their tokens, the newest sign-in first', async () => {
    const [first, second] = ['l', 'm'].map((sessionId, at) => ({
      sessionId,
      userId: 'lister',
      signedInAt: later(at),
      userAgent: 'tests',
    }));
    assert.ok(first && second);
    await sessions.open(first, { hash: 'l-0', expiresAt: later(100) });
    await sessions.open(second, next('m-0'));
    assert.equal(await rotate('l-0', 'l-1', 50), 'rotated');
    assert.deepEqual(await sessions.of('lister'), [
      { ...second, renewedAt: null, expiresAt: WEEK },
      { ...first, renewedAt: later(50), expiresAt: WEEK },
    ]);
  });

  it('do not accept it once its successor was used', async () => {
    await open('d');
    await rotate('d-0', 'd-1');
    await rotate('d-1', 'd-2', 1);
    assert.equal(await rotate('d-0', 'd-3', 2), 'reused');
  });

  it('know whose a token is, replaced or not, until its session ends', async () => {
    await open('o');
    await rotate('o-0', 'o-1');
    for (const token of ['o-0', 'o-1']) assert.equal((await sessions.find(token))?.userId, 'u');
    await sessions.revoke('o');
    for (const token of ['o-0', 'o-1', 'nobody']) assert.equal(await sessions.find(token), null);
  });

  it('do not know forged, expired and revoked tokens', async () => {
    await open('e');
    assert.equal(await rotate('forged', 'e-1'), 'unknown');
    assert.equal(await rotate('e-0', 'e-1', 8 * 24 * 3600), 'unknown');
    await rotate('e-0', 'e-1');
    await sessions.revoke('e');
    assert.equal(await rotate('e-0', 'e-2'), 'unknown');
    assert.equal(await rotate('e-1', 'e-2'), 'unknown');
  });
});

describe('revoked tokens', () => {
  it('include revoked ones, for the longest requested time', async () => {
    const database = await openTestDatabase([revokedTokenIndexes]);
    const revoked = createRevokedTokens(database.db);
    await revoked.revoke('jti', WEEK);
    await revoked.revoke('jti', NOW);
    assert.ok(await revoked.includes(['other', 'jti']));
    assert.equal(await revoked.includes(['other']), false);
    const stored = await database.db.collection('revoked_tokens').findOne({});
    assert.deepEqual(stored?.['expiresAt'], WEEK);
    const indexes = await database.db.collection('revoked_tokens').indexes();
    assert.ok(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds === 0));
    await database.drop();
  });
});
