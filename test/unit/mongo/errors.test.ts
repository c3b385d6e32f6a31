/** Classification of errors: either the database is unavailable, or a query is wrong. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  MongoNetworkError,
  MongoServerClosedError,
  MongoServerError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
} from 'mongodb';
import { ContentTooLarge } from '../../../api/http/errors.ts';
import { toApiError } from '../../../api/http/middleware.ts';
import { isUnavailable, isUnreachable } from '../../../mongo/errors.ts';
import { sized } from '../../../mongo/stored-bytes.ts';

type Kind = new (...words: unknown[]) => Error;
/** Errors that the driver does not export. */
const { PoolClosedError, WaitQueueTimeoutError } = createRequire(import.meta.url)(
  'mongodb/lib/cmap/errors',
) as Record<'PoolClosedError' | 'WaitQueueTimeoutError', Kind>;
/** Error of a write to a socket that the other side has closed for reading. */
const ENDED = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
const POOL = { address: '127.0.0.1:27017', serverError: null };

describe('an error of the database', () => {
  const away: readonly Error[] = [
    new MongoNetworkError('connection closed'),
    new MongoServerClosedError(),
    new MongoStalePrimaryError('another one was elected'),
    new MongoTopologyClosedError(),
    new PoolClosedError(POOL),
    new WaitQueueTimeoutError('too long', POOL.address),
    ENDED,
  ];
  for (const error of away)
    it(`means that the database is away: ${error.message}`, () => {
      assert.equal(isUnreachable(error), true);
      assert.equal(isUnavailable(error), true);
    });
  it('means that the replica set changes', () => {
    const error = new MongoServerError({ message: 'stepped down', code: 189 });
    assert.deepEqual([isUnreachable(error), isUnavailable(error)], [false, true]);
  });
  it('means neither otherwise', () => {
    const hangUp = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const bad = new MongoServerError({ message: 'bad value', code: 2 });
    for (const error of [bad, new TypeError('x'), 'away', hangUp])
      assert.deepEqual([isUnreachable(error), isUnavailable(error)], [false, false]);
  });
});

describe('a record', () => {
  it('is refused in words before the database refuses it for its size', () => {
    const half = 'x'.repeat(8 * 1024 * 1024);
    assert.throws(
      () => sized({ _id: 'a', changes: [half, half] }),
      (error) => {
        const refused = toApiError(error);
        assert.ok(refused instanceof ContentTooLarge);
        assert.match(String(refused.detail), /bytes, more than 16711680: name fewer/);
        return true;
      },
    );
    assert.ok(sized({ _id: 'a', changes: [half] }).bytes > half.length);
  });
});
