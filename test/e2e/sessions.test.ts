/** A session on all processes: streams of a job end with it, the job does not. */
import assert from 'node:assert/strict';
import { idOf, newPerson } from '../support/browser/steps.ts';
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

  it('ends, with its keys, by a link for a forgotten password, which works for one of several simultaneous uses', async () => {
    const { admin } = await runningStack();
    const { api, ...person } = await newPerson();
    const key = await api.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: 'key' },
    });
    const path = `/api/users/${await idOf({ api })}/password-link`;
    const { body: link } = await admin.request<{ token: string }>('POST', path);
    const nobody = api.as(undefined);
    const use = (n: number) =>
      nobody.request('POST', '/api/auth/new-password', {
        body: { token: link.token, new_password: `${person.password} ${n}` },
      });
    const statuses = (await Promise.all([1, 2, 3, 4].map(use))).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 401, 401, 401]);
    for (const client of [api, api.as(key.body.api_key)])
      assert.equal((await client.request('GET', '/api/users/me')).status, 401);
  });
});
