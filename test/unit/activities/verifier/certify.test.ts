import assert from 'node:assert/strict';
import { canonicalJson, certify } from '../../../../activities/verifier/certify.ts';
import { certificateSchema } from '../../../../temporal/case/messages/certificate.ts';
import { solve } from '../../../support/engine/solve.ts';
import { day, daySchedule, ring, ringSchedule } from './hand-made.ts';

describe('certify', () => {
  it('vouches for a correct schedule with the cost found again', () => {
    const certificate = certify(ring, 'scuc', ringSchedule());
    assert.equal(certificate.verified, true);
    assert.equal(certificate.recomputed_cost_usd, 6400);
    assert.equal(certificate.recomputed_objective_usd, 6400);
    assert.equal(certificate.lower_bound_usd, 6400);
    assert.ok(certificateSchema.isValidSync(certificate, { strict: true }));
  });

  it('does not vouch for a spoilt one, and its certificate is still valid JSON', () => {
    const certificate = certify(day, 'uc', { ...daySchedule(), dispatch_mw: {} });
    assert.equal(certificate.verified, false);
    assert.equal(certificate.recomputed_cost_usd, Number.MAX_VALUE);
    assert.deepEqual(JSON.parse(JSON.stringify(certificate)), certificate);
  });

  it('names the checks without anything to judge in the case', () => {
    const vacuous = certify(day, 'uc', daySchedule()).checks.filter((check) => check.vacuous);
    assert.deepEqual(
      vacuous.map(({ name, ok }) => [name, ok]),
      [
        ['min_downtime', true],
        ['line_limits', true],
        ['contingency_limits', true],
      ],
    );
  });

  it('compares bounds with the objective, and rounds $ to six decimals', async () => {
    const stored = day.storage?.map((item) => ({ ...item, final_value_usd_per_mwh: 35.37 / 3 })) ?? [];
    const generators = day.generators.map((unit) => ({
      ...unit,
      marginal_cost: Number(unit.marginal_cost) / 7,
    }));
    const result = await solve('uc', { ...day, generators, storage: stored });
    const { certificate, objective_value: objective } = result;
    const { independent_bound_usd: bound, independent_gap: gap, ...verdict } = certificate ?? assert.fail();
    assert.ok(objective && bound && gap !== null && gap !== undefined);
    assert.ok(Math.abs(gap - (objective - bound) / objective) < 1e-6, `${gap}, ${objective}, ${bound}`);
    assert.ok(Math.abs((verdict.recomputed_objective_usd ?? 0) - objective) < 1e-4);
    for (const usd of [bound, verdict.recomputed_cost_usd, verdict.recomputed_objective_usd ?? 0])
      assert.equal(usd, Number(usd.toFixed(6)));
  });

  it('identifies its input in any order of the keys', () => {
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
