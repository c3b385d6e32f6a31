import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkFlow, type ReactiveFlow } from '../../../../../api/power-flow/checks/check-flow.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const check = (from: number, to: number, changes: Partial<ReactiveFlow> = {}) =>
  checkFlow(
    {
      line_id: 'L',
      from_flow_mvar: from,
      to_flow_mvar: to,
      line_impedance: { r_pu: 0, x_pu: 0 },
      ...changes,
    },
    DEFAULT_LIMITS,
  );
const x = (x_pu: number, r_pu = 0) => ({ line_impedance: { r_pu, x_pu } });

describe('check of reactive flows', () => {
  const BANDS: readonly (readonly [number, number, string])[] = [
    [4.99, 0, 'none'],
    [5, 0, 'low'],
    [9.99, 0, 'low'],
    [10, 0, 'medium'],
    [49.99, 0, 'medium'],
    [50, 0, 'high'],
    [199.99, 0, 'high'],
    [200, 0, 'critical'],
    [1000, -950.01, 'none'],
    [1000, -950, 'low'],
    [1000, -800.01, 'low'],
    [1000, -800, 'medium'],
    [1000, -500.01, 'medium'],
    [1000, -500, 'critical'],
  ];
  for (const [from, to, severity] of BANDS) {
    it(`calls ${from} and ${to} MVAr ${severity}`, () => {
      const { valid, warnings, ...found } = check(from, to);
      assert.equal(found.severity, severity);
      assert.equal(valid, severity !== 'high' && severity !== 'critical');
      assert.equal(warnings.length, ['none', 'low'].includes(severity) ? 0 : 1);
    });
  }

  it('lets a loss explain a mismatch of up to half as much again', () => {
    // 0.15 pu * 1^2 * 100 MVA = 15 MVAr of loss, 22.5 MVAr explained.
    assert.equal(check(100, -77.5, x(0.15)).severity, 'low');
    assert.match(String(check(100, -77.5, x(0.15)).warnings), /explained by .* 15 MVAr/);
    assert.equal(check(100, -77.4, x(0.15)).severity, 'medium');
  });

  it('does not let an unphysical flow explain anything', () => {
    assert.equal(check(100, -77.5, x(0.16)).severity, 'medium');
    assert.equal(check(60, -30, { ...x(0.1), s_base_mva: 10 }).severity, 'medium');
  });

  it('says that more than a drop of 0.15 pu or an angle of 0.6 rad is not physical', () => {
    assert.deepEqual(check(150, -150, x(0.1)).warnings, []);
    assert.match(String(check(150.1, -150, x(0.1)).warnings), /voltage drop of about 0.1501 pu/);
    assert.deepEqual(check(1, -1, { ...x(0.1), p_flow_mw: -600 }).warnings, []);
    assert.match(
      String(check(1, -1, { ...x(0.1), p_flow_mw: -601 }).warnings),
      /^601 MW .* angle of about 0.601 rad/,
    );
  });

  it('names negative impedances', () => {
    assert.deepEqual(check(1, -1, x(-0.1, -0.01)).warnings, [
      'Line L: negative resistance -0.01 pu',
      'Line L: negative reactance -0.1 pu',
    ]);
  });

  it('goes by a stated sign convention without a word', () => {
    const into = check(30, 30, { sign_convention: 'into_line' });
    assert.deepEqual([into.mismatch_mvar, into.details.sign_convention], [60, 'into_line']);
    assert.ok(!into.warnings.some((warning) => warning.includes('same sign')));
    const through = check(30, -30, { sign_convention: 'through' });
    assert.deepEqual([through.mismatch_mvar, through.details.sign_convention], [60, 'through']);
  });

  const anyFlow = fc.double({ min: -1000, max: 1000, noNaN: true });
  const anyX = fc.double({ min: -1, max: 1, noNaN: true });

  it('finds the same when the ends are swapped', () => {
    fc.assert(
      fc.property(anyFlow, anyFlow, anyX, (from, to, x_pu) =>
        assert.deepEqual(check(from, to, x(x_pu)), check(to, from, x(x_pu))),
      ),
      { numRuns: 1000 },
    );
  });

  it('finds the same into the line when both flows are turned round', () => {
    const into = (from: number, to: number, x_pu: number) =>
      check(from, to, { ...x(x_pu), sign_convention: 'into_line' });
    fc.assert(
      fc.property(anyFlow, anyFlow, anyX, (from, to, x_pu) =>
        assert.deepEqual(into(from, to, x_pu), into(-from, -to, x_pu)),
      ),
      { numRuns: 1000 },
    );
  });

  it('has finite figures for the largest numbers that there are', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(any, any, any, any, (from, to, x_pu, p_flow_mw) => {
        const { details, mismatch_mvar, imbalance_percent } = check(from, to, { ...x(x_pu), p_flow_mw });
        const { expected_series_loss_mvar: loss, voltage_drop_pu: drop } = details;
        assert.ok([mismatch_mvar, imbalance_percent, loss, drop].every(Number.isFinite));
      }),
      { numRuns: 1000 },
    );
  });
});
