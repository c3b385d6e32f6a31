/** Limits of units: each code, just inside, on and just outside. */
import assert from 'node:assert/strict';
import {
  checkGenerators,
  type LimitedGenerator,
} from '../../../../../api/power-flow/checks/check-generators.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const check = (...generators: LimitedGenerator[]) => runToEnd(checkGenerators(generators, DEFAULT_LIMITS));
const unit = (changes: object = {}): LimitedGenerator => ({
  id: 'G',
  p_max_mw: 100,
  p_min_mw: 10,
  q_max_mvar: 50,
  q_min_mvar: -50,
  ...changes,
});

describe('the check of units', () => {
  const FINDINGS: readonly (readonly [changes: object, ...codes: string[]])[] = [
    [{}],
    [{ p_min_mw: 99.999 }],
    [{ p_min_mw: 100 }],
    [{ p_min_mw: 100.001 }, 'error P_LIMITS_INVERTED'],
    [{ q_min_mvar: 49.999 }],
    [{ q_min_mvar: 50 }, 'warning NO_REACTIVE_RANGE'],
    [{ q_min_mvar: 50.001 }, 'error Q_LIMITS_INVERTED'],
    [{ p_min_mw: 0 }],
    [{ p_min_mw: -0.001 }, 'warning NEGATIVE_P_MIN'],
    [{ p_max_mw: 9999.99 }],
    [{ p_max_mw: 10_000 }],
    [{ p_max_mw: 10_000.01 }, 'warning P_MAX_IMPLAUSIBLE'],
    [{ p_max_mw: null }, 'error MISSING_FIELDS'],
    [{ p_max_mw: Infinity, q_min_mvar: undefined }, 'error MISSING_FIELDS'],
    [{ p_min_mw: 200, q_min_mvar: 60 }, 'error P_LIMITS_INVERTED', 'error Q_LIMITS_INVERTED'],
  ];
  for (const [changes, ...codes] of FINDINGS) {
    it(`finds ${codes.join(' and ') || 'nothing'} for ${JSON.stringify(changes)}`, () => {
      const { valid, details } = check(unit(changes));
      assert.deepEqual(
        details.map(({ severity, code }) => `${severity} ${code}`),
        codes,
      );
      assert.equal(valid, !codes.some((code) => code.startsWith('error')));
    });
  }

  it('finds an id twice', () => {
    const { valid, warnings } = check(unit({ id: 1 }), unit({ id: '1' }));
    assert.deepEqual([valid, warnings], [false, ['Generator 1: duplicate id']]);
  });
  it('gathers what is missing under one id, in the order of the reference', () => {
    const found = check(unit({ q_min_mvar: null }), unit({ p_max_mw: undefined }));
    assert.deepEqual(found.incomplete_generators, ['G']);
    assert.deepEqual(found.missing_fields, { G: ['p_max_mw', 'q_min_mvar'] });
  });
  it('keeps ids that mean something to JavaScript', () => {
    const { missing_fields } = check(unit({ id: '__proto__', p_max_mw: null }));
    assert.equal(JSON.stringify(missing_fields), '{"__proto__":["p_max_mw"]}');
  });
});
