/** Phase shifters: what they make flow, what that leaves of a limit, and where no dispatch evens it out. */
import assert from 'node:assert/strict';
import type { Line } from '../../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';

/** Degrees that drive so many MW round three lines of 0.1 pu on 100 MVA. */
const degrees = (mw: number): number => ((mw * 0.3) / 100) * (180 / Math.PI);

describe('a phase shift', () => {
  it('moves power from a full line to the way round', async () => {
    const before = await solve('scuc', threeBus());
    const result = await solve('scuc', threeBus({}, { phase_shift_deg: degrees(20) }));
    assert.deepEqual(before.dispatch_mw, { A: [65], B: [100], C: [35] });
    assert.deepEqual(result.dispatch_mw, { A: [95], B: [100], C: [5] });
    assert.deepEqual(result.flows_mw, { L12: [35], L13: [60], L23: [85] });
    const [binding] = result.binding_constraints;
    assert.deepEqual([binding?.flow_mw, binding?.shift_flow_mw, binding?.limit_mw], [60, -20, 60]);
    assert.equal(result.certificate?.verified, true);
  });

  it('is gone after the loss of its line', async () => {
    const case20 = threeBus({}, { phase_shift_deg: degrees(20) });
    const lines = case20.transmission_lines?.map((line) =>
      line.id === 'L23' ? { ...line, emergency_rating_mw: 90 } : line,
    );
    const contingencies = [{ id: 'lose L13', lines: ['L13'] }];
    const result = await solve('scuc', { ...case20, transmission_lines: lines, contingencies });
    // All of what bus 3 draws comes over L23 then: 150 - C.
    assert.deepEqual(result.dispatch_mw['C'], [60]);
    const after = result.binding_constraints.find(({ contingency_id }) => contingency_id !== null);
    assert.deepEqual([after?.line_id, after?.flow_mw, after?.shift_flow_mw], ['L23', 90, undefined]);
    assert.equal(result.certificate?.verified, true);
  });

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
