/** The stand-in as a process of the demo. */
import assert from 'node:assert/strict';
import { startStandIn } from '../../../../../workers/local/demo/stand-in.ts';

describe('startStandIn', () => {
  it('serves at the address that it gives the API, until it is stopped', async () => {
    const standIn = await startStandIn('honest');
    assert.equal(standIn.settings['AI_BASE_URL'], standIn.url);
    assert.match(standIn.url, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const requests = () => fetch(new URL('/requests', standIn.url));
    assert.deepEqual(await (await requests()).json(), []);
    await standIn.stop();
    await assert.rejects(requests());
  });

  it('fails when it cannot start', async () => {
    await assert.rejects(startStandIn('pious'), /usage: /);
  });
});
