/** A session on all processes: what follows a job ends with it, the job does not. */
import assert from 'node:assert/strict';
import { SOLVE, signIn } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { runningStack } from '../support/stack/running-stack.ts';

const USER = { username: `u-${process.pid}-${Date.now()}`, password: 'Correct-Horse-42-Battery' };

describe('a session', function () {
  this.timeout(60_000);

  it('ends its event streams within two seconds when it is signed out, and the job goes on', async () => {
    const { stack, admin } = await runningStack();
    assert.equal((await admin.request('POST', '/api/auth/register', { body: USER })).status, 201);
    const [api, other] = await Promise.all(
      [1, 2].map(() => signIn(stack.api_url, USER.username, USER.password)),
    );
    assert.ok(api && other);
    const jobId = await api.submit('uc', hardCase());
    const headers = { authorization: `Bearer ${api.token}` };
    const stream = await fetch(new URL(`${SOLVE}/${jobId}/events`, api.url), { headers });
    const reader = stream.body?.getReader();
    await reader?.read();
    assert.equal((await api.request('POST', '/api/auth/logout')).status, 200);
    const signedOut = performance.now();
    while ((await reader?.read())?.done === false);
    const tookMs = performance.now() - signedOut;
    assert.ok(tookMs <= 2500, `the stream went on for ${tookMs} ms`);
    assert.ok(['queued', 'running'].includes((await other.status(jobId)).status));
    await other.request('DELETE', `${SOLVE}/${jobId}`);
    await other.wait(jobId);
  });
});
