import assert from 'node:assert/strict';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import { rts24Scuc } from '../../../../mongo/seed/rts24.ts';
import { SEED_SCENARIOS } from '../../../../mongo/seed/scenarios.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { solve } from '../../../support/engine/solve.ts';

describe('seed payloads', () => {
  for (const { scenario_id, job_type, payload } of SEED_SCENARIOS) {
    it(`${scenario_id} is a valid payload in which arithmetic finds nothing impossible`, async () => {
      await payloadSchema.validate(payload, { strict: true });
      assert.deepEqual(explainInfeasibility(payload, job_type), []);
    });
  }

  it('the RTS-24 day peaks at 2650.5 MW on 17 buses, with 12 units and 34 lines', () => {
    const { generators, loads, transmission_lines, contingencies } = rts24Scuc();
    const peak = loads.reduce((sum, load) => sum + (load.values[17] ?? 0), 0);
    assert.deepEqual(
      [generators.length, loads.length, transmission_lines?.length, contingencies?.length],
      [12, 17, 34, 33],
    );
    assert.ok(Math.abs(peak - 2650.5) < 1e-3);
  });

  it('one line of the six-bus day binds, so that prices differ by bus', async () => {
    const scenario = SEED_SCENARIOS.find(({ scenario_id }) => scenario_id === 'demo-scuc-24h');
    assert.ok(scenario);
    const result = await solve('scuc', scenario.payload);
    assert.ok(verify(scenario.payload, 'scuc', result).every((check) => check.ok));
    const noon = Object.values(result.lmp).map((hours) => hours[12] ?? 0);
    assert.ok(Math.max(...noon) - Math.min(...noon) > 5);
    assert.ok(Math.abs((result.flows_mw?.['L3']?.[12] ?? 0) - 95) < 1e-3);
  });
});
