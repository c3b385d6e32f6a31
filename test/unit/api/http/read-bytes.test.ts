/** Reading a body as a file, with a small size limit. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ApiError } from '../../../../api/http/errors.ts';
import { readFile } from '../../../../api/http/read-bytes.ts';

const LIMIT = 1000;

describe('a body that is read as a file', () => {
  let server: Server;
  before(async () => {
    server = createServer(async (incoming, response) => {
      try {
        const bytes = await readFile(incoming, LIMIT);
        response.end(`200 ${bytes.length}`);
      } catch (error) {
        response.end(error instanceof ApiError ? `${error.status} ${error.message}` : String(error));
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = async (
    chunks: readonly Uint8Array[],
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers });
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
    const [response] = await once(outgoing, 'response');
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  it('may have just the size of the limit', async () => {
    assert.equal(await send([Buffer.alloc(LIMIT)], { 'Content-Length': String(LIMIT) }), '200 1000');
    assert.equal(await send([Buffer.alloc(LIMIT / 2), Buffer.alloc(LIMIT / 2)]), '200 1000');
    assert.equal(await send([gzipSync(Buffer.alloc(LIMIT))]), '200 1000');
    assert.equal(await send([]), '200 0');
  });

  it('is read whole when it was compressed in two parts, of which the last is short', async () => {
    const parts = [gzipSync(Buffer.alloc(LIMIT - 1)), gzipSync(Buffer.alloc(1))];
    assert.equal(await send([Buffer.concat(parts)]), '200 1000');
  });

  it('is refused above it: announced, in pieces, and after decompression', async () => {
    const tooLarge = '413 File exceeds 1000 bytes';
    assert.equal(await send([Buffer.alloc(LIMIT + 1)], { 'Content-Length': String(LIMIT + 1) }), tooLarge);
    assert.equal(await send(new Array(50).fill(Buffer.alloc(LIMIT))), tooLarge);
    assert.equal(await send([gzipSync(Buffer.alloc(LIMIT + 1))]), tooLarge);
    const nested = gzipSync(gzipSync(Buffer.alloc(500 * LIMIT)));
    assert.ok(nested.length < LIMIT);
    assert.equal(await send([nested], { 'Content-Encoding': 'gzip' }), tooLarge);
  });

  it('is refused in another encoding, and when it ends too early', async () => {
    assert.match(await send([Buffer.alloc(1)], { 'Content-Encoding': 'br' }), /^415 /);
    assert.match(await send([gzipSync(Buffer.alloc(1)).subarray(0, 12)]), /^422 /);
  });
});
