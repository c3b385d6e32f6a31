import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkLoadings, type LoadedLine } from '../../../../../api/power-flow/checks/check-loadings.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { inSlices } from '../../../../../temporal/json/in-slices.ts';

/** A step is a line; the last value is the reply. */
const check = (...lines: LoadedLine[]) => {
  const steps = checkLoadings(lines, DEFAULT_LIMITS);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const line = (flow_mva: number | null | undefined, thermal_limit_mva: number | null | undefined) => ({
  id: 7,
  flow_mva,
  thermal_limit_mva,
});

describe('check of loadings', () => {
  const TABLE: readonly (readonly [LoadedLine, boolean, readonly string[]])[] = [
    [line(89.99, 100), false, []],
    [line(90, 100), false, ['Line 7: loading 90% is at or above 90%']],
    [line(100, 100), false, ['Line 7: loading 100% is at or above 90%']],
    [line(100.01, 100), true, []],
    [line(-100.01, 100), true, ['Line 7: negative flow, magnitude used']],
    [line(1, -5), false, ['Line 7: no thermal limit (-5); not checked']],
    [line(1, null), false, ['Line 7: no thermal limit (missing); not checked']],
    [line(1, undefined), false, ['Line 7: no thermal limit (missing); not checked']],
    [line(1, Infinity), false, ['Line 7: no thermal limit (not finite); not checked']],
    [line(null, 100), false, ['Line 7: flow_mva is missing or not finite; not checked']],
    [line(-Infinity, 100), false, ['Line 7: flow_mva is missing or not finite; not checked']],
  ];
  for (const [given, isViolation, warnings] of TABLE) {
    it(`says of ${given.flow_mva} in ${given.thermal_limit_mva} MVA: ${warnings}${isViolation ? ' too much' : ''}`, () => {
      const found = check(given);
      assert.deepEqual(found.violations, isViolation ? [7] : []);
      assert.deepEqual(found.warnings, warnings);
    });
  }

  const mva = fc.double({ min: 0.001, max: 10_000, noNaN: true });

  it('does not change when flow and limit are scaled', () => {
    const power = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(mva, mva, power, (flow, limit, exponent) => {
        const k = 2 ** exponent;
        const [before, after] = [check(line(flow, limit)), check(line(k * flow, k * limit))];
        assert.deepEqual([after.violations, after.warnings], [before.violations, before.warnings]);
        assert.equal(after.violation_details[0]?.loading_pct, before.violation_details[0]?.loading_pct);
      }),
      { numRuns: 1000 },
    );
  });

  it('never finds a violation less when more flows', () => {
    fc.assert(
      fc.property(mva, mva, mva, (flow, more, limit) => {
        const [less, greater] = [check(line(flow, limit)), check(line(flow + more, limit))];
        assert.ok(greater.violations.length >= less.violations.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('lets others have their turn in a long list', async () => {
    const lines = Array.from({ length: 100_000 }, (_, id) => ({ id, flow_mva: id, thermal_limit_mva: 500 }));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const found = await inSlices(checkLoadings(lines, DEFAULT_LIMITS));
    clearInterval(timer);
    assert.equal(found.violations.length, 99_499);
    assert.ok(turns > 0);
  });
});
