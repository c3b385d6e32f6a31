/** Replies to clients that read slowly or not at all. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { endIfSlow, type Pace, watchPace } from '../../../../api/http/pace.ts';

const EVERY_MS = 100;
const PACE: Pace = { everyMs: EVERY_MS, leastBytes: 10_000, longestMs: 60_000 };
/** Time limit that a busy machine keeps, ms. */
const PATIENT_MS = 8000;
const LARGE = Buffer.alloc(50e6);

function* pieces() {
  for (let at = 0; at < LARGE.length; at += 65_536) yield LARGE.subarray(at, at + 65_536);
}

/** Number of bytes of a reply that a client receives which reads at once, or only after the reply has been given up. */
async function received(
  answer: (res: ServerResponse) => unknown,
  doesRead: boolean,
  pace = PACE,
): Promise<number> {
  const server = createServer((_, res) => {
    endIfSlow(res, pace);
    void answer(res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  let bytes = 0;
  const read = () => void socket.on('data', (piece) => (bytes += piece.length));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  if (doesRead) read();
  const [, res]: ServerResponse[] = await once(server, 'request');
  await once(res ?? socket, 'close');
  if (!doesRead) read();
  await once(socket, 'close');
  server.close();
  return bytes;
}

describe('a reply', () => {
  const whole = (res: ServerResponse) => Readable.from(pieces()).pipe(res);
  it('is broken off when its client does not read', async () => {
    const bytes = await received(whole, false);
    assert.ok(bytes < LARGE.length, `${bytes}`);
  });
  it('is sent whole to a client that reads', async () => {
    assert.ok((await received(whole, true, { ...PACE, everyMs: PATIENT_MS })) > LARGE.length);
  });
  it('may itself be slow', async () => {
    const late = async (res: ServerResponse) => res.end(await delay(5 * EVERY_MS, 'late'));
    assert.ok((await received(late, true)) > 'late'.length);
  });
});

describe('the pace of a body or a reply', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  /** Checks amounts one after the other. Returns the position at which the pace was too slow; -1 if it never was. */
  const lateAt = (amounts: readonly (number | undefined)[]): number => {
    let look = 0;
    let late = -1;
    const pace = { everyMs: 1000, leastBytes: 100, longestMs: 1e9 };
    const end = watchPace(
      () => amounts[look],
      () => {
        late = look;
      },
      pace,
    );
    for (; look < amounts.length; look += 1) mock.timers.tick(1000);
    end();
    return late;
  };

  it('counts the bytes since the last check, not the average', () => {
    assert.equal(lateAt([100, 200, 300]), -1);
    assert.equal(lateAt([99]), 0);
    assert.equal(lateAt([100_000, 100_099, 200_000]), 1);
  });
  it('does not count while there is nothing to be moved', () => {
    assert.equal(lateAt([undefined, undefined, 5, 105]), -1);
    assert.equal(lateAt([undefined, 5, 104]), 2);
  });
});

describe('the longest time of a body or a reply', () => {
  it('is the end of it, however fast it is', async () => {
    let ended = 0;
    const pace = { everyMs: 10, leastBytes: 0, longestMs: 20 };
    const late = () => {
      ended += 1;
    };
    const stop = watchPace(() => 0, late, pace);
    await delay(200);
    stop();
    assert.equal(ended, 1);
  });
});
