import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkContingency,
  type ProjectedContingency,
} from '../../../../../api/power-flow/checks/check-contingency.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const check = (changes: Partial<ProjectedContingency>) =>
  checkContingency(
    { contingency: 'c', system_inertia_mw_s: 50_000, projected_rate_of_change_freq: 0.3, ...changes },
    DEFAULT_LIMITS,
  );
const rocof = (projected_rate_of_change_freq: number) => check({ projected_rate_of_change_freq });

describe('check of a contingency', () => {
  const TABLE: readonly (readonly [Partial<ProjectedContingency>, RegExp | null, RegExp | null])[] = [
    [{ projected_rate_of_change_freq: 0.5 }, null, null],
    [{ projected_rate_of_change_freq: 0.5001 }, null, /^RoCoF 0.5001 Hz\/s above 0.5 Hz\/s/],
    [{ projected_rate_of_change_freq: 1 }, null, /^RoCoF 1 Hz\/s above 0.5/],
    [{ projected_rate_of_change_freq: -1.0001 }, /^RoCoF 1.0001 Hz\/s exceeds the 1 Hz\/s limit$/, null],
    [{ projected_rate_of_change_freq: 0 }, null, /^RoCoF 0 Hz\/s/],
    [{ system_inertia_mw_s: 15_000 }, null, null],
    [{ system_inertia_mw_s: 14_999 }, null, /^System inertia 14999 MW.s below 15000 MW.s: losing 500 MW/],
    [{ system_inertia_mw_s: 12_500, nominal_frequency_hz: 50 }, null, null],
    [{ system_inertia_mw_s: 12_499, nominal_frequency_hz: 50 }, null, /below 12500 MW.s/],
    [{ system_inertia_mw_s: 0 }, /^System inertia 0 MW.s must be positive$/, null],
    [{ system_inertia_mw_s: -5 }, /^System inertia -5 MW.s must be positive$/, null],
    [{ system_inertia_mw_s: 300_000 }, null, null],
    [{ system_inertia_mw_s: 300_001 }, null, /^Implied imbalance 3000.01 MW above 3000 MW/],
    [{ rocof_limit_hz_s: 0.3, system_inertia_mw_s: 60_000 }, null, /half of the limit/],
    [{ power_imbalance_mw: 500 }, null, null],
    [{ power_imbalance_mw: 600 }, null, null],
    [{ power_imbalance_mw: -601 }, null, /^An imbalance of -601 MW .* more than 20% away/],
    [{ power_imbalance_mw: 1667 }, /^An imbalance of 1667 MW gives RoCoF 1.0002 Hz\/s, above/, /20% away/],
    [{ power_imbalance_mw: 900, system_inertia_mw_s: 0 }, /must be positive/, null],
  ];
  for (const [changes, violation, warning] of TABLE) {
    it(`says of ${JSON.stringify(changes)}: ${violation ?? warning ?? 'nothing'}`, () => {
      const { valid, violations, warnings } = check(changes);
      assert.equal(valid, violation === null);
      assert.equal(violations.length, violation ? 1 : 0, String(violations));
      assert.equal(warnings.length, warning ? 1 : 0, String(warnings));
      if (violation) assert.match(String(violations[0]), violation);
      if (warning) assert.match(String(warnings[0]), warning);
    });
  }

  it('implies a loss of power linear in inertia and rate', () => {
    const size = fc.integer({ min: 1, max: 1_000_000 });
    const rate = fc.integer({ min: 1, max: 10 });
    fc.assert(
      fc.property(size, rate, fc.integer({ min: 2, max: 9 }), (energy, hz, k) => {
        const implied = (e: number, r: number) =>
          check({ system_inertia_mw_s: e, projected_rate_of_change_freq: r }).details.implied_imbalance_mw ??
          assert.fail();
        const once = implied(energy, hz);
        assert.ok(Math.abs(implied(k * energy, hz) - k * once) < 1e-3);
        assert.ok(Math.abs(implied(energy, k * hz) - k * once) < 1e-3);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not care for the sign of the rate', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(any, (hz) => assert.deepEqual(rocof(hz), rocof(-hz))),
      { numRuns: 1000 },
    );
  });
});
