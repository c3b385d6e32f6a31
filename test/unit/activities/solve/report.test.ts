import assert from 'node:assert/strict';
import { percentOf } from '../../../../activities/solve/report.ts';
import { NOT_STARTED, type Progress } from '../../../../temporal/case/messages/job.ts';

const at = (changes: Partial<Progress>): number => percentOf({ ...NOT_STARTED, ...changes }, 100, 0.001);

describe('percent of a solve', () => {
  it('is 5 once an attempt has started and 15 once the model is built', () => {
    assert.equal(at({ phase: 'loading' }), 5);
    assert.equal(at({ phase: 'relaxation' }), 15);
  });
  it('moves from 20 to 90 with the time used', () => {
    assert.equal(at({ phase: 'search' }), 20);
    assert.equal(at({ phase: 'search', elapsed_s: 50 }), 55);
    assert.equal(at({ phase: 'search', elapsed_s: 500 }), 90);
  });
  it('moves with the gap when that is further', () => {
    assert.equal(at({ phase: 'search', elapsed_s: 1, mip_gap: 0.001 }), 90);
    assert.ok(at({ phase: 'search', elapsed_s: 1, mip_gap: 0.03 }) > 50);
    assert.equal(at({ phase: 'search', mip_gap: 3 }), 20);
  });
  it('is 95 while pricing', () => {
    assert.equal(at({ phase: 'pricing' }), 95);
  });
});
