/** Impedances of lines: each threshold just inside, on it and just outside. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkLine, checkLines } from '../../../../../api/power-flow/checks/check-lines.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const check = (r_ohm: number, x_ohm: number) => checkLine({ id: 'X', r_ohm, x_ohm }, DEFAULT_LIMITS);

describe('the check of one line', () => {
  const ERRORS: readonly (readonly [r: number, x: number, error: string | null])[] = [
    [-0.4, 6, 'negative resistance -0.4 ohm'],
    [-0.4, 0, 'negative resistance -0.4 ohm'],
    [0, 6, null],
    [0, 0.0009999, 'zero impedance (|Z| below 0.001 ohm)'],
    [0, -0.0009, 'zero impedance (|Z| below 0.001 ohm)'],
    [0, 0.001, null],
    [0, 0.0010001, null],
    [0.1, -3, 'negative reactance -3 ohm'],
    [0.2, 0, 'reactance below 0.001 ohm with resistance 0.2 ohm'],
    [0.2, 0.0009, 'reactance below 0.001 ohm with resistance 0.2 ohm'],
    [0.005, 0.001, null],
    [9.999, 1, null],
    [10, 1, null],
    [10.001, 1, 'R/X 10.001 above 10'],
    [25, 2, 'R/X 12.5 above 10'],
    [0, 999.99, null],
    [0, 1000, null],
    [0, 1000.01, '|Z| 1000.01 ohm above 1000 ohm'],
    [720, 960, '|Z| 1200 ohm above 1000 ohm'],
  ];
  for (const [r, x, error] of ERRORS) {
    it(`says ${error ?? 'nothing wrong'} of ${r} + j${x} ohm`, () => {
      const found = check(r, x);
      assert.equal(found.error, error && `Line X: ${error}`);
      assert.equal(found.valid, error === null);
      if (error) assert.deepEqual(found.details.warnings, []);
    });
  }

  const WARNINGS: readonly (readonly [r: number, x: number, ...warnings: string[]])[] = [
    [0, 10, 'zero resistance (lossless)'],
    [0, 150, 'zero resistance (lossless)', '|Z| 150 ohm above 100 ohm'],
    [0.05, 10, 'R/X 0.005 below 0.01'],
    [0.0999, 10, 'R/X 0.01 below 0.01'],
    [0.1, 10],
    [0.1001, 10],
    [10, 10.01],
    [10, 10],
    [10.01, 10, 'R/X 1.001 above 1, unusual at 60 kV and above'],
    [59.99, 80],
    [60, 80],
    [60.03, 80.04, '|Z| 100.05 ohm above 100 ohm'],
    [90, 60, 'R/X 1.5 above 1, unusual at 60 kV and above', '|Z| 108.1665 ohm above 100 ohm'],
  ];
  for (const [r, x, ...warnings] of WARNINGS) {
    it(`warns ${warnings.length} times of ${r} + j${x} ohm`, () => {
      assert.deepEqual(
        check(r, x).details.warnings,
        warnings.map((what) => `Line X: ${what}`),
      );
    });
  }

  it('has four decimals, and no ratio without a reactance', () => {
    assert.deepEqual(check(1, 3).details.r_x_ratio, 0.3333);
    assert.equal(check(0, 0).details.r_x_ratio, null);
    assert.equal(check(1, 3).details.z_ohm, 3.1623);
  });
  it('survives impedances of any size', () => {
    const { valid, details } = check(1.7e308, 1.7e308);
    assert.deepEqual([valid, details.z_ohm], [false, Number.MAX_VALUE]);
  });
  it('finds the same of R/X at any scale', () => {
    const ohm = fc.double({ min: 0.001, max: 10, noNaN: true });
    const ratioFindings = (r: number, x: number) => {
      const { error, details } = check(r, x);
      return [error, ...details.warnings].filter((what) => what?.includes('R/X'));
    };
    const scale = fc.double({ min: 1, max: 10, noNaN: true });
    fc.assert(
      fc.property(ohm, ohm, scale, (r, x, k) => {
        const onEdge = [0.01, 1, 10].some((edge) => Math.abs(r / x - edge) < 1e-6);
        fc.pre(!onEdge);
        assert.deepEqual(ratioFindings(k * r, k * x), ratioFindings(r, x));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the check of many lines', () => {
  const line = (changes: object = {}) => ({
    id: 'L1',
    from_bus: 1,
    to_bus: 2,
    r_ohm: 1,
    x_ohm: 10,
    ...changes,
  });
  const codesOf = (...lines: ReturnType<typeof line>[]) =>
    runToEnd(checkLines(lines, DEFAULT_LIMITS)).details.map(({ code, severity }) => `${severity} ${code}`);

  it('names each problem by its code', () => {
    assert.deepEqual(codesOf(line()), []);
    assert.deepEqual(codesOf(line({ r_ohm: null, x_ohm: Infinity })), [
      'error MISSING_VALUE',
      'error MISSING_VALUE',
    ]);
    assert.deepEqual(codesOf(line({ x_ohm: 0, r_ohm: 0 })), ['error IMPLAUSIBLE']);
    assert.deepEqual(codesOf(line({ r_ohm: 0 })), ['warning UNUSUAL']);
    assert.deepEqual(codesOf(line({ to_bus: '1' })), ['error SELF_LOOP']);
    assert.deepEqual(codesOf(line({ id: 7 }), line({ id: '7', to_bus: 3 })), ['error DUPLICATE_ID']);
    assert.deepEqual(codesOf(line(), line({ id: 'L2' })), ['warning PARALLEL_LINES']);
  });
  it('pairs each parallel line with the first, also against its direction, and stays valid', () => {
    const second = line({ id: 'L2', from_bus: '2', to_bus: '1' });
    const third = line({ id: 'L3', x_ohm: 11 });
    const found = runToEnd(checkLines([line(), second, third], DEFAULT_LIMITS));
    assert.equal(found.valid, true);
    assert.deepEqual(found.duplicate_line_pairs, [
      ['L1', 'L2'],
      ['L1', 'L3'],
    ]);
    assert.deepEqual(found.warnings, [
      'Lines L1 and L2 connect the same buses 2 and 1 with identical parameters',
      'Lines L1 and L3 connect the same buses 1 and 2',
    ]);
  });
  it('does not take ids apart that only look alike when joined', () => {
    assert.deepEqual(
      codesOf(line({ from_bus: '1,2', to_bus: '3' }), line({ id: 'L2', from_bus: '1', to_bus: '2,3' })),
      [],
    );
  });
  it('is content with no lines, but says so', () => {
    const { valid, warnings } = runToEnd(checkLines([], DEFAULT_LIMITS));
    assert.deepEqual([valid, warnings], [true, ['No lines supplied; nothing to validate']]);
  });
});
