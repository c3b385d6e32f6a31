/** A hostile request delays no other client, neither reads nor solves. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../support/callers/api-client.ts';
import { payload } from '../support/cases/payloads.ts';
import { sample } from '../support/full-size.ts';
import { EXPLOITS, type Exploit } from '../support/hostile/exploits.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

/** A sample takes every third exploit. */
const SAMPLED = 3;
/** Permitted statuses: success, or a refusal or failure with a text. */
const REPLIES = [200, 201, 202, 400, 413, 422, 429, 502, 503, 504];
/** Head start of the hostile request, ms. */
const UNDER_WAY_MS = 100;

describe('a hostile request', function () {
  this.timeout(180_000);
  let attacker: ApiClient;
  let other: ApiClient;
  before(async () => {
    const running = await runningStack();
    attacker = await newUser(running);
    other = await newUser(running);
  });

  const send = ({ method, path, type, body }: Exploit | NonNullable<Exploit['first']>) =>
    fetch(new URL(path, attacker.url), {
      method,
      headers: { Authorization: `Bearer ${attacker.token}`, ...(type && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });

  it('is no file that is larger than a body may be', async () => {
    const body = '% comment\n'.repeat(4e6);
    const reply = await send({
      ...{ what: 'comments', method: 'POST', path: '/api/networks/import?format=matpower&dry_run=true' },
      ...{ type: 'text/plain', body },
    });
    assert.equal(reply.status, 422, await reply.text());
  });

  for (const exploit of sample(EXPLOITS, SAMPLED))
    it(`delays no other client: ${exploit.what}`, async () => {
      if (exploit.first) assert.ok((await send(exploit.first)).ok, 'it could be prepared');
      const attacks = Array.from({ length: exploit.times ?? 1 }, () => send(exploit));
      await delay(UNDER_WAY_MS);
      const health = await fetch(new URL('/health', other.url), { signal: AbortSignal.timeout(2000) });
      assert.equal(health.status, 200);
      const jobId = await other.submit('uc', payload());
      assert.equal((await other.wait(jobId)).status, 'completed');
      for (const reply of await Promise.all(attacks)) {
        assert.ok(REPLIES.includes(reply.status), `${reply.status}`);
        if (!reply.ok) assert.match(reply.headers.get('content-type') ?? '', /json/);
        await reply.arrayBuffer();
      }
    });
});
