/** DC lines: what a verifier says of spoilt ones, refusals and random cases. Cases by hand: `test/cases/optima`. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { lossyLinkedCase } from '../../../support/cases/priced-case.ts';
import { solve } from '../../../support/engine/solve.ts';

/** Two islands: A at 10 $/MWh serves 40 MW, B at 30 $/MWh serves 60 MW; the DC line D joins them. */
const islands = (p_min_mw: number, p_max_mw: number): SolvePayload => ({
  generators: [aUnit('A', { bus: 1 }), aUnit('B', { bus: 3, marginal_cost: 30 })],
  loads: [
    { bus: 2, values: [40] },
    { bus: 4, values: [60] },
  ],
  horizon: 1,
  transmission_lines: [
    { id: 'L12', from_bus: 1, to_bus: 2, x_pu: 0.1 },
    { id: 'L34', from_bus: 3, to_bus: 4, x_pu: 0.1 },
  ],
  dc_lines: [{ id: 'D', from_bus: 1, to_bus: 4, p_min_mw, p_max_mw }],
});

const failed = (payload: SolvePayload, { certificate: _, ...result }: SolveResult): string[] =>
  verify(payload, 'scuc', result)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('DC lines', () => {
  it('fail their check when misreported, outside their limits or not reported', async () => {
    const payload = islands(-50, 50);
    const result = await solve('scuc', payload);
    assert.deepEqual(failed(payload, result), []);
    const { dc_flow_mw: _, ...silent } = result;
    assert.ok(failed(payload, silent).includes('line_limits'));
    assert.ok(failed(payload, { ...result, dc_flow_mw: { D: [49] } }).includes('power_balance'));
    assert.ok(failed(payload, { ...result, dc_flow_mw: { D: [50], E: [1] } }).includes('line_limits'));
    const above = { ...result, dispatch_mw: { A: [95], B: [5] }, dc_flow_mw: { D: [55] } };
    assert.ok(failed(payload, above).includes('line_limits'));
    const idle = { ...result, dispatch_mw: { A: [80], B: [20] }, dc_flow_mw: { D: [40] } };
    assert.ok(failed(payload, idle).includes('prices'));
  });
  it('have ends that are known, names of their own and limits in order', () => {
    const problems = (dc_lines: SolvePayload['dc_lines']) =>
      payloadProblems({ ...islands(0, 1), dc_lines }, { maxHorizon: 24 }).map(
        ({ path, msg }) => `${path.join('.')}: ${msg}`,
      );
    const line = { id: 'D', from_bus: 1, to_bus: 4, p_min_mw: 0, p_max_mw: 5 };
    assert.deepEqual(problems([line]), []);
    assert.deepEqual(problems([{ ...line, to_bus: 9 }]), ['dc_lines.0.to_bus: Unknown bus 9']);
    assert.deepEqual(problems([line, line]), ["dc_lines.1.id: Duplicate id 'D'"]);
    assert.deepEqual(problems([{ ...line, id: 'L12' }]), ["dc_lines.0.id: Duplicate id 'L12'"]);
    assert.deepEqual(problems([{ ...line, to_bus: 1 }]), [
      'dc_lines.0.to_bus: A line should connect two different buses',
    ]);
    assert.deepEqual(problems([{ ...line, p_min_mw: 6 }]), [
      'dc_lines.0.p_min_mw: p_min_mw 6 should not be above p_max_mw 5',
    ]);
  });
  it('have prices that hold beside lines with losses', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const { jobType, payload } = lossyLinkedCase(seed);
      const { certificate, lmp, warnings } = await solve(jobType, payload);
      if (!certificate) continue;
      assert.equal(certificate.verified, true, `seed ${seed}`);
      assert.ok(Object.keys(lmp).length > 0, `seed ${seed}: ${warnings}`);
    }
  });
});
