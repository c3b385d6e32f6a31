import assert from 'node:assert/strict';
import { energy, plain, power, programName } from '../../../../api/web/parts/format.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ROWS = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/120.0 Safari/537.36 Edg/120.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} Version/17.1 Safari/604.1`,
    'Safari on iPhone',
  ],
  ['grid/1.0.0', 'grid/1.0.0'],
  [null, 'not known'],
] as const;

describe('the name of a program', () => {
  for (const [userAgent, name] of ROWS)
    it(`is ${name} for ${userAgent}`, () => assert.equal(programName(userAgent), name));
});

describe('a number', () => {
  it('has four figures, and a power of ten where it is as good as nothing', () => {
    assert.deepEqual([5.187e-13, -4e-7, 0, 0.00123456, 12.3456, null].map(plain), [
      ...['5e-13', '-4e-7', '0', '0.001235', '12.35', '–'],
    ]);
  });
});

describe('power and energy', () => {
  it('do not read as nothing, however little there is', () => {
    assert.deepEqual([0, 0.04, 12.34, -0.001].map(power), ['0 MW', '0.04 MW', '12.3 MW', '-0.001 MW']);
    assert.deepEqual([0, 0.07, 9.5, 1234.5].map(energy), ['0 MWh', '0.07 MWh', '9.5 MWh', '1,235 MWh']);
  });
});
