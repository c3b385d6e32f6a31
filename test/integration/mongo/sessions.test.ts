/** The refresh tokens of a session: rotation, grace, reuse and revocation. */
import assert from 'node:assert/strict';
import { createRevokedTokens, revokedTokenIndexes } from '../../../mongo/revoked-tokens.ts';
import { createSessions, type Sessions, sessionIndexes } from '../../../mongo/sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/mongo.ts';

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
    assert.equal(await rotate('b-0', 'b-2', 9), 'rotated');
    assert.equal(await rotate('b-2', 'b-3', 9), 'rotated');
    await open('c');
    await rotate('c-0', 'c-1');
    assert.equal(await rotate('c-0', 'c-2', 11), 'reused');
  });

  it('do not accept it once its successor was used', async () => {
    await open('d');
    await rotate('d-0', 'd-1');
    await rotate('d-1', 'd-2', 1);
    assert.equal(await rotate('d-0', 'd-3', 2), 'reused');
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
  it('include what was revoked, for as long as the longest call said', async () => {
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
