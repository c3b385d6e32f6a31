import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkUnits, type MeasuredNetwork } from '../../../../../api/power-flow/checks/check-units.ts';
import { HIGHER_VOLTAGES_KV, LOW_VOLTAGES_KV } from '../../../../../api/power-flow/checks/doubt-voltage.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';

const check = (network: MeasuredNetwork) => {
  const steps = checkUnits(network, DEFAULT_LIMITS);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const bus = (v_nom_kv: number | null, ...others: number[]) =>
  check({ buses: [v_nom_kv, ...others].map((kv, id) => ({ id, v_nom_kv: kv })) });

describe('check of units', () => {
  const TABLE: readonly (readonly [kv: number | null, code: string | null, unit: string | null])[] = [
    [191.675, null, null],
    [191.68, 'NONSTANDARD_VOLTAGE', null],
    [214.5, null, null],
    [214.49, 'NONSTANDARD_VOLTAGE', null],
    [142, 'NONSTANDARD_VOLTAGE', null],
    [205, 'NONSTANDARD_VOLTAGE', null],
    [1.5, 'NONSTANDARD_VOLTAGE', null],
    [1200, null, null],
    [1200.01, 'UNIT_SUSPECT', null],
    [1201, 'UNIT_SUSPECT', null],
    [138_000, 'UNIT_SUSPECT', 'V'],
    [13_800, 'UNIT_SUSPECT', 'V'],
    [205_000, 'UNIT_SUSPECT', null],
    [0.138, 'UNIT_SUSPECT', 'MV'],
    [0.0999, 'UNIT_SUSPECT', 'MV'],
    [0.765, 'UNIT_SUSPECT', 'MV'],
    [0.4, 'UNIT_AMBIGUOUS', null],
    [0.345, 'UNIT_AMBIGUOUS', null],
    [0.48, null, null],
    [0.05, 'NONSTANDARD_VOLTAGE', null],
    [0, 'UNIT_SUSPECT', null],
    [-110, 'UNIT_SUSPECT', null],
    [null, 'UNIT_SUSPECT', null],
    [Infinity, 'UNIT_SUSPECT', null],
  ];
  for (const [kv, code, unit] of TABLE) {
    it(`calls ${kv} kV beside 220 kV ${code ?? 'right'}${unit ? `: ${unit}` : ''}`, () => {
      const {
        details,
        suspicious_values: [suspicious],
        valid,
        warnings,
      } = bus(kv, 220);
      assert.deepEqual(
        details.map((found) => found.code),
        code ? [code] : [],
      );
      assert.equal(suspicious?.suspected_unit ?? null, unit);
      assert.equal(valid, code !== 'UNIT_SUSPECT');
      assert.equal(warnings.length, code !== null && valid ? 1 : 0);
    });
  }

  it('does not doubt a low voltage in a network of low and medium voltages', () => {
    assert.deepEqual(bus(0.4, 20).details, []);
    assert.deepEqual(bus(0.4, 59.9).details, []);
    assert.equal(bus(0.4, 60).warnings.length, 1);
  });

  it('doubts powers above 10,000 and names elements without id by their place', () => {
    const { suspicious_values: found, details } = check({
      buses: [],
      lines: [{ s_nom_mva: 10_000 }, { s_nom_mva: 10_000.01 }, { id: null, s_nom_mva: null }],
      generators: [{ p_max_mw: 10_000 }, { p_max_mw: Infinity }, { id: 3, p_max_mw: 20_000 }],
    });
    assert.deepEqual(
      found.map(({ id, value, suspected_unit, suggested_value }) => [
        id,
        value,
        suspected_unit,
        suggested_value,
      ]),
      [
        ['lines[1]', 10_000.01, 'kVA', 10],
        ['generators[1]', null, null, null],
        [3, 20_000, 'kW', 20],
      ],
    );
    assert.equal(details[1]?.message, 'Generator generators[1]: p_max_mw is not finite');
  });

  it('says that there was nothing to check', () => {
    assert.deepEqual(check({ buses: [] }).warnings, ['No buses supplied; nothing to check']);
  });

  it('accepts every standard voltage within 2.5 %, and finds it again in volts', () => {
    const standard = fc.constantFrom(...LOW_VOLTAGES_KV, ...HIGHER_VOLTAGES_KV);
    fc.assert(
      fc.property(standard, fc.double({ min: -0.0249, max: 0.0249, noNaN: true }), (kv, share) => {
        const value = Math.min(1200, kv * (1 + share));
        assert.deepEqual(bus(value).details, []);
        if (value <= 2) return;
        assert.equal(bus(1000 * value).suspicious_values[0]?.suspected_unit, 'V');
      }),
      { numRuns: 1000 },
    );
  });
});
