import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkReactiveSupply,
  type ReactiveSource,
} from '../../../../../api/power-flow/checks/check-reactive-supply.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const check = (load_mvar: number, ...available_sources: ReactiveSource[]) => {
  const steps = checkReactiveSupply({ bus_id: 'B', load_mvar, available_sources }, DEFAULT_LIMITS);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const source = (q_max_mvar: number | null, q_min_mvar: number | null = 0, id?: string) => ({
  q_max_mvar,
  q_min_mvar,
  id,
});

describe('check of reactive supply', () => {
  it('has no warning at a margin of 5 %, one below, and none when there is too little', () => {
    assert.deepEqual(check(100, source(105)).details.warnings, []);
    assert.deepEqual(check(100, source(104.99)).details.warnings, ['Reactive margin 4.99% is below 5%']);
    assert.deepEqual(check(100, source(100)).feasible, true);
    const { feasible, details } = check(100, source(99.9999));
    assert.deepEqual([feasible, details.deficit_mvar, details.warnings], [false, 0.0001, []]);
  });

  it('needs nothing for no load', () => {
    for (const found of [check(0), check(0, source(10))]) {
      assert.equal(found.feasible, true);
      assert.deepEqual([found.details.margin_percent, found.details.deficit_mvar], [null, 0]);
    }
  });

  it('counts only absorption against a capacitive load', () => {
    assert.equal(check(-30, source(80, 10), source(5, -20)).details.total_available_mvar, 20);
  });

  it('ignores sources without the limit in question or with inverted limits, and says so', () => {
    const { details } = check(10, source(null), source(5, 8, 'G'), source(Infinity), source(3, null));
    assert.equal(details.total_available_mvar, 3);
    assert.deepEqual(details.warnings, [
      'Source available_sources[0]: q_max_mvar is missing or not finite; ignored',
      'Source G: q_min_mvar 8 above q_max_mvar 5; ignored',
      'Source available_sources[2]: q_max_mvar is missing or not finite; ignored',
    ]);
  });

  it('is never made infeasible by one more source', () => {
    const mvar = fc.double({ min: -500, max: 500, noNaN: true });
    const any = fc.record({ q_max_mvar: mvar, q_min_mvar: mvar });
    const more = fc.record({ q_max_mvar: fc.double({ min: 0, max: 500, noNaN: true }), q_min_mvar: mvar });
    fc.assert(
      fc.property(mvar, fc.array(any, { maxLength: 8 }), more, (load, sources, added) => {
        if (check(load, ...sources).feasible) assert.ok(check(load, ...sources, added).feasible);
      }),
      { numRuns: 2000 },
    );
  });
});
