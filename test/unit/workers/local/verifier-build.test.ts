import assert from 'node:assert/strict';
import { VERIFIER_SHA256 } from '../../../../activities/verifier/verifier-build.ts';
import { verifierSha256 } from '../../../../workers/local/plain/verifier-build.mjs';

describe('the build of the verifier', () => {
  it('is the hash of its sources; `npm run build` writes it anew', async () => {
    assert.match(VERIFIER_SHA256, /^[0-9a-f]{64}$/);
    assert.equal(VERIFIER_SHA256, await verifierSha256());
  });
});
