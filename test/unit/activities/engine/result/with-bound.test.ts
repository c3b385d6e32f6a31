/** A result that receives a better bound from another search. */
import assert from 'node:assert/strict';
import { withBound } from '../../../../../activities/engine/result/result.ts';
import { payload } from '../../../../support/cases/payloads.ts';
import { solve } from '../../../../support/engine/solve.ts';

describe('a bound of another search', () => {
  it('counts where it is higher, and closes the gap', async () => {
    const result = { ...(await solve('uc', payload())), lower_bound_usd: 0, mip_gap: 1 };
    const cost = result.objective_value ?? Number.NaN;
    const half = withBound({ ...result, termination_status: 'FEASIBLE' }, cost / 2, 0.001);
    assert.deepEqual([half.lower_bound_usd, half.termination_status], [cost / 2, 'FEASIBLE']);
    assert.equal(half.certificate?.lower_bound_usd, cost / 2);
    const closed = withBound({ ...result, termination_status: 'FEASIBLE' }, cost, 0.001);
    assert.deepEqual([closed.mip_gap, closed.termination_status], [0, 'OPTIMAL']);
    assert.equal(withBound(half, cost / 4, 0.001), half);
  });

  it('is not believed where it is above the cost of the schedule by more than rounding', async () => {
    const result = { ...(await solve('uc', payload())), lower_bound_usd: 0, mip_gap: 1 };
    const cost = result.objective_value ?? Number.NaN;
    assert.equal(withBound(result, 1.01 * cost, 0.001), result);
    assert.equal(withBound(result, cost * (1 + 1e-9), 0.001).lower_bound_usd, cost);
  });
});
