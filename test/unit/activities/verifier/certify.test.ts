import assert from 'node:assert/strict';
import { canonicalJson, certify } from '../../../../activities/verifier/certify.ts';
import { certificateSchema } from '../../../../temporal/case/messages/certificate.ts';
import { day, daySchedule, ring, ringSchedule } from './hand-made.ts';

describe('certify', () => {
  it('vouches for a correct schedule with the cost found again', () => {
    const certificate = certify(ring, 'scuc', ringSchedule());
    assert.equal(certificate.verified, true);
    assert.equal(certificate.recomputed_cost_usd, 6400);
    assert.equal(certificate.lower_bound_usd, 6400);
    assert.ok(certificateSchema.isValidSync(certificate, { strict: true }));
  });

  it('does not vouch for a spoilt one, and its certificate is still valid JSON', () => {
    const certificate = certify(day, 'uc', { ...daySchedule(), dispatch_mw: {} });
    assert.equal(certificate.verified, false);
    assert.equal(certificate.recomputed_cost_usd, Number.MAX_VALUE);
    assert.deepEqual(JSON.parse(JSON.stringify(certificate)), certificate);
  });

  it('names its input whatever the order of the keys', () => {
    const { horizon, ...rest } = day;
    const shuffled = { horizon, ...rest };
    const hash = (payload: typeof day) => certify(payload, 'uc', daySchedule()).input_sha256;
    assert.equal(hash(shuffled), hash(day));
    assert.match(hash(day), /^[0-9a-f]{64}$/);
    assert.notEqual(hash({ ...day, solver: 'cbc' }), hash(day));
  });
});

describe('canonicalJson', () => {
  it('sorts keys at every depth and leaves arrays as they are', () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: null }], a: undefined }), '{"b":[{"c":null,"d":1}]}');
  });
});
