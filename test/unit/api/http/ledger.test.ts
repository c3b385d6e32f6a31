/** The ledger of bytes in progress: the share of a user depends on the number of free bytes. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { createLedger, REQUEST_BYTES } from '../../../../api/http/ledger.ts';

const MOST = 99 * REQUEST_BYTES;

const response = () => Object.assign(new EventEmitter(), { closed: false });

describe('the ledger of bytes under way', () => {
  it('lets a user hold half of the free bytes, and reports their number', () => {
    const ledger = createLedger(MOST);
    const holding = ledger.open('a', response());
    holding.take(MOST / 3 - REQUEST_BYTES);
    assert.deepEqual([ledger.held, holding.isFull], [MOST / 3, false]);
    assert.throws(() => holding.take(1), { status: 429, message: /^You have 0\.5 MB/ });
    assert.throws(() => ledger.open('a', response()), { status: 429 });
  });

  it('leaves bytes for the next user, however many came before', () => {
    const ledger = createLedger(MOST);
    const fill = (userId: string) => {
      const holding = ledger.open(userId, response());
      for (let step = MOST; step >= 1; step /= 2)
        try {
          holding.take(step);
        } catch {}
      return holding;
    };
    for (let user = 0; user < 8; user += 1) fill(`hostile ${user}`);
    assert.ok(MOST - ledger.held > MOST / 30, `${MOST - ledger.held} bytes are free`);
    ledger.open('somebody else', response());
  });

  it('reports a user who holds no bytes that others need', () => {
    const ledger = createLedger(MOST);
    ledger.open('a', response()).take(MOST / 3 - REQUEST_BYTES);
    const next = ledger.open('b', response());
    assert.throws(() => next.take(MOST / 4), { status: 503, headers: { 'Retry-After': '2' } });
    next.take(MOST / 8);
  });

  it('regains the bytes of a response when it is closed, once', () => {
    const ledger = createLedger(MOST);
    const res = response();
    const holding = ledger.open('a', res);
    holding.take(1000);
    holding.become(5);
    assert.equal(ledger.held, 5);
    holding.add(7);
    Object.assign(res, { closed: true }).emit('close');
    holding.add(1000);
    holding.become(1000);
    assert.equal(ledger.held, 0);
  });

  it('gives no credit for a response that was closed before it was opened', () => {
    const ledger = createLedger(MOST);
    ledger.open('a', Object.assign(response(), { closed: true }));
    assert.equal(ledger.held, 0);
  });
});
