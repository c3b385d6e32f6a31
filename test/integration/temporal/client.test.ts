/** A connection to a frontend that does not answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connectTemporal } from '../../../temporal/client.ts';
import { parseSettings, temporalSettings } from '../../../temporal/settings.ts';

const UNAVAILABLE = '14';
/** Longer than the pause before the first retry, ms. */
const RETRY_MS = 500;

describe('a connection to Temporal', () => {
  const frontend = createServer();
  after(() => frontend.close());

  it('may be closed while a call waits for its next attempt, which then ends', async () => {
    let calls = 0;
    frontend.on('stream', (stream) => {
      calls += 1;
      const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': UNAVAILABLE };
      stream.respond(headers, { endStream: true });
    });
    frontend.listen(0, '127.0.0.1');
    await once(frontend, 'listening');
    const { port } = frontend.address() as AddressInfo;
    const settings = parseSettings(temporalSettings, { TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
    const temporal = connectTemporal(settings, 'test');
    const called = assert.rejects(temporal.ping(10_000), /closed/);
    while (calls === 0) await delay(1);
    await delay(RETRY_MS / 50);
    await temporal.close();
    await called;
    await delay(RETRY_MS);
  });
});
