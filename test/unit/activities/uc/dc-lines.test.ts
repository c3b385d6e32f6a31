/**
 * DC lines: refused data, and random cases. Cases by hand are in `test/cases/optima`, spoilt ones in
 * `test/cases/spoilt.json`.
 */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { dcLineSchema, type SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { lossyLinkedCase } from '../../../support/cases/priced-case.ts';
import { solve } from '../../../support/engine/solve.ts';

const payload: SolvePayload = {
  generators: [aUnit('A')],
  loads: [{ bus: 2, values: [40] }],
  horizon: 1,
  transmission_lines: [{ id: 'L12', from_bus: 1, to_bus: 2, x_pu: 0.1 }],
};

describe('DC lines', () => {
  it('have ends that are known, names of their own and limits in order', () => {
    const problems = (dc_lines: SolvePayload['dc_lines']) =>
      payloadProblems({ ...payload, dc_lines }, { maxHorizon: 24 }).map(
        ({ path, msg }) => `${path.join('.')}: ${msg}`,
      );
    const line = { id: 'D', from_bus: 1, to_bus: 2, p_min_mw: 0, p_max_mw: 5 };
    assert.deepEqual(problems([line]), []);
    assert.deepEqual(problems([{ ...line, to_bus: 9 }]), ['dc_lines.0.to_bus: Unknown bus 9']);
    assert.deepEqual(problems([{ ...line, to_bus: 9, in_service: false }]), []);
    assert.deepEqual(problems([line, line]), ["dc_lines.1.id: Duplicate id 'D'"]);
    assert.deepEqual(problems([{ ...line, id: 'L12' }]), ["dc_lines.0.id: Duplicate id 'L12'"]);
    assert.deepEqual(problems([{ ...line, to_bus: 1 }]), [
      'dc_lines.0.to_bus: A line should connect two different buses',
    ]);
    assert.deepEqual(problems([{ ...line, p_min_mw: 6 }]), [
      'dc_lines.0.p_min_mw: p_min_mw 6 should not be above p_max_mw 5',
    ]);
    assert.deepEqual(problems([{ ...line, p_min_mw: [6], p_max_mw: [5] }]), [
      'dc_lines.0.p_min_mw.0: p_min_mw 6 should not be above p_max_mw 5',
    ]);
    assert.deepEqual(problems([{ ...line, p_max_mw: [5, 5] }]).length, 1);
  });

  it('lose a share below 1, and cost and ramp something', () => {
    const line = { id: 'D', from_bus: 1, to_bus: 2, p_min_mw: 0, p_max_mw: 5 };
    const isValid = (more: object): boolean =>
      dcLineSchema.isValidSync({ ...line, ...more }, { strict: true });
    assert.ok(isValid({ loss_factor: 0, cost_usd_per_mwh: 0, ramp_up: 0.1, initial_power_mw: -3 }));
    for (const wrong of [
      { loss_factor: 1 },
      { loss_factor: -0.1 },
      { cost_usd_per_mwh: -1 },
      { ramp_down: 0 },
    ])
      assert.equal(isValid(wrong), false, JSON.stringify(wrong));
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
