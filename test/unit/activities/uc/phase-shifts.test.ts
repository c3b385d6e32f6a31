/**
 * Phase shifters whose flows no dispatch can balance. The flows of other cases are in
 * `test/cases/optima/networks.json`.
 */
import assert from 'node:assert/strict';
import type { Line, SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';

describe('a phase shift', () => {
  it('that drives more round a mesh than its lines carry is refused by name, in a large network at once', async () => {
    const chain = Array.from(
      { length: 300 },
      (_, i): Line => ({ id: `c${i}`, from_bus: 2 + i, to_bus: 3 + i, x_pu: 0.1 }),
    );
    const pair = ['a', 'b'].map((id): Line => ({ id, from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 100 }));
    const payload = (shift: number): SolvePayload => ({
      generators: [aUnit('g', { bus: 1 })],
      loads: [{ bus: 302, values: [50, 60] }],
      horizon: 2,
      transmission_lines: [
        ...pair.map((line, l) => ({ ...line, phase_shift_deg: l === 0 ? shift : 0 })),
        ...chain,
      ],
    });
    assert.equal((await solve('scuc', payload(5))).termination_status, 'OPTIMAL');
    const { termination_status, infeasibility } = await solve('scuc', payload(20));
    assert.equal(termination_status, 'INFEASIBLE');
    const [cause] = infeasibility?.causes ?? [];
    assert.equal(cause?.code, 'LINE_LIMIT');
    assert.ok(cause?.element_id === 'a' || cause?.element_id === 'b', cause?.message);
  });
});
