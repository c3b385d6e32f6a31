/** The reason why a solve ended, derived from its result. */
import assert from 'node:assert/strict';
import { type EndReason, endReasonOf } from '../../../../../temporal/case/messages/end-reason.ts';

describe('the reason of an end', () => {
  const CASES: readonly (readonly [
    status: string,
    gap: number | null,
    early: EndReason,
    reason: EndReason,
  ])[] = [
    ['OPTIMAL', 0, 'time_limit', 'proven'],
    ['OPTIMAL', 5e-8, 'stopped', 'proven'],
    ['OPTIMAL', 4e-4, 'time_limit', 'gap_reached'],
    ['OPTIMAL', 4e-4, 'memory', 'gap_reached'],
    ['FEASIBLE', 0.02, 'time_limit', 'time_limit'],
    ['FEASIBLE', 0.02, 'stopped', 'stopped'],
    ['FEASIBLE', null, 'memory', 'memory'],
    ['TIMEOUT', null, 'time_limit', 'time_limit'],
    ['INFEASIBLE', null, 'stopped', 'infeasible'],
  ];
  for (const [termination_status, mip_gap, early, reason] of CASES)
    it(`of ${termination_status} with a gap of ${mip_gap}, else ${early}, is ${reason}`, () => {
      assert.equal(endReasonOf({ termination_status, mip_gap }, early), reason);
    });
});
