/** Replies to clients that do not read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { endIfUnread } from '../../../../api/http/reply.ts';

const UNREAD_MS = 100;
/** For a busy machine. */
const PATIENT_MS = 8000;
const LARGE = Buffer.alloc(50e6);

/** How many bytes of a reply come to its client, which reads at once or when the reply has been given up. */
async function received(
  answer: (res: ServerResponse) => unknown,
  doesRead: boolean,
  unreadMs = UNREAD_MS,
): Promise<number> {
  const server = createServer((_, res) => {
    endIfUnread({ res }, unreadMs);
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
  it('is broken off when nobody reads it', async () => {
    const bytes = await received((res) => res.end(LARGE), false);
    assert.ok(bytes < LARGE.length, `${bytes}`);
  });
  it('is sent whole to who reads it', async () => {
    assert.ok((await received((res) => res.end(LARGE), true, PATIENT_MS)) > LARGE.length);
  });
  it('may itself be slow', async () => {
    const late = async (res: ServerResponse) => res.end(await delay(5 * UNREAD_MS, 'late'));
    assert.ok((await received(late, true)) > 'late'.length);
  });
});
