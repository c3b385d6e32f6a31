/** Preparation of lines for a power flow. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adjustLines, type RatedLine } from '../../../../../api/power-flow/checks/adjust-lines.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const adjust = (lines: readonly RatedLine[]) => runToEnd(adjustLines(lines, DEFAULT_LIMITS));
const line = (r_ohm?: number | null, x_ohm?: number | null, s_nom_mva: number | null = 100): RatedLine => ({
  id: 'L',
  r_ohm,
  x_ohm,
  s_nom_mva,
});

describe('the preparation of lines', () => {
  const CASES: readonly (readonly [r: number, x: number, reason: string | undefined, warning?: string])[] = [
    [0, 0, 'zero_impedance', 'impedance 0 ohm below 0.001 ohm; x_ohm set to 0.001'],
    [0.0006, 0.0006, 'zero_impedance', 'impedance 0.0008 ohm below 0.001 ohm; x_ohm set to 0.001'],
    [0.001, 0, 'zero_reactance', 'reactance 0 ohm below 0.001 ohm; x_ohm set to 0.001'],
    [0.5, -0.0005, 'zero_reactance', 'reactance -0.0005 ohm below 0.001 ohm; x_ohm set to 0.001'],
    [0, 0.000999, 'zero_impedance', 'impedance 0.001 ohm below 0.001 ohm; x_ohm set to 0.001'],
    [0, 0.001, undefined],
    [0, 0.001001, undefined],
    [0, -0.001, undefined, 'negative reactance -0.001 ohm kept (series compensation?)'],
    [-1, 10, undefined, 'negative resistance -1 ohm kept (network equivalent?)'],
    [1, 1, undefined],
    [1.01, 1, undefined, 'R/X 1.01 above 1, unusual at 60 kV and above'],
  ];
  for (const [r, x, reason, warning] of CASES) {
    it(`answers ${reason ?? 'no change'} to ${r} + j${x} ohm`, () => {
      const { status, adjusted_lines, warnings } = adjust([line(r, x)]);
      assert.equal(status, reason ? 'adjusted' : 'success');
      assert.deepEqual(warnings, warning ? [`Line L: ${warning}`] : []);
      const original = { r_ohm: r, x_ohm: x, s_nom_mva: 100 };
      const expected = { id: 'L', ...original, x_ohm: 0.001, reason, original };
      assert.deepEqual(adjusted_lines, reason ? [expected] : []);
    });
  }

  it('tells each missing value and each negative rating, and leaves the line out', () => {
    const { status, warnings, processing_notes } = adjust([line(undefined, Infinity, -5)]);
    assert.equal(status, 'error');
    assert.deepEqual(warnings, [
      'Line L: r_ohm is missing or not finite; line excluded',
      'Line L: x_ohm is missing or not finite; line excluded',
      'Line L: negative rating s_nom_mva=-5; line excluded',
    ]);
    assert.deepEqual(processing_notes, ['Processed 1 line(s): 0 adjusted, 1 rejected']);
  });
  for (const rating of [0, null, Infinity]) {
    it(`takes the rating ${rating} for unlimited`, () => {
      const note = 'Line L: no rating (s_nom_mva=0 or missing), treated as unlimited';
      assert.equal(adjust([line(1, 10, rating)]).processing_notes[0], note);
    });
  }
  it('takes 7 and "7" for the same id', () => {
    const lines = [line(1, 10), line(1, 10)].map((each, i) => ({ ...each, id: i === 0 ? 7 : '7' }));
    assert.deepEqual(adjust(lines).warnings, ['Line 7: duplicate id']);
  });

  const ohm = fc.oneof(
    fc.double({ min: -0.002, max: 0.002, noNaN: true }),
    fc.double({ noNaN: true }),
    fc.constantFrom(0, 0.001, -0.001, null),
  );
  const anyLine = fc.record({ id: fc.nat(20), r_ohm: ohm, x_ohm: ohm, s_nom_mva: fc.option(fc.double()) });
  it('changes nothing the second time, and leaves no small reactance', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
        const { adjusted_lines } = adjust(lines);
        for (const { x_ohm } of adjusted_lines) assert.ok(Math.abs(x_ohm) >= 0.001);
        assert.deepEqual(adjust(adjusted_lines).adjusted_lines, []);
      }),
      { numRuns: 1000 },
    );
  });
});
