/** One-time codes and their secrets, checked against the vectors of the standards. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  base32,
  matchingTotpStep,
  newTotpSecret,
  otpauth,
  totpCode,
  totpStep,
} from '../../../../api/accounts/two-factor-codes.ts';

/** RFC 6238, appendix B: unix time in s and eight digits, of which the last six are the six-digit code. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const RFC_CODES = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

/** Test vectors of RFC 4648, section 10, without padding. */
const RFC_TEXTS = [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const;

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('one-time codes', () => {
  for (const [seconds, digits] of RFC_CODES) {
    it(`are those of RFC 6238 at ${seconds} s`, () => {
      assert.equal(totpCode(RFC_SECRET, totpStep(at(seconds))), digits.slice(-6));
    });
  }

  it('are accepted one step early and one step late, and no further', () => {
    const secret = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const seconds = fc.integer({ min: 300, max: 4_000_000_000 });
    fc.assert(
      fc.property(secret, seconds, fc.integer({ min: -9, max: 9 }), (key, second, offset) => {
        const now = totpStep(at(second));
        const code = totpCode(key, now + offset);
        const matching = matchingTotpStep(key, code, at(second));
        if (Math.abs(offset) <= 1) assert.equal(totpCode(key, matching ?? 0), code);
        else if (matching !== null) assert.equal(totpCode(key, matching), code, 'only by coincidence');
        assert.ok(matching === null || Math.abs(matching - now) <= 1);
      }),
    );
  });

  it('name the step they belong to, and change with it', () => {
    const now = at(1_111_111_111);
    const step = totpStep(now);
    for (const offset of [-1, 0, 1]) {
      assert.equal(matchingTotpStep(RFC_SECRET, totpCode(RFC_SECRET, step + offset), now), step + offset);
    }
    for (const offset of [-2, 2]) {
      assert.equal(matchingTotpStep(RFC_SECRET, totpCode(RFC_SECRET, step + offset), now), null);
    }
    assert.equal(totpStep(at(29.999)), 0);
    assert.equal(totpStep(at(30)), 1);
  });

  it('are not shorter, longer or in other digits', () => {
    const now = at(59);
    assert.equal(matchingTotpStep(RFC_SECRET, '287082', now), 1);
    for (const code of ['', '28708', '2870820', '94287082', '٢٨٧٠٨٢', '287083']) {
      assert.equal(matchingTotpStep(RFC_SECRET, code, now), null, code);
    }
  });
});

describe('secrets', () => {
  it('have 160 bits and never repeat', () => {
    assert.equal(newTotpSecret().length, 20);
    assert.notDeepEqual(newTotpSecret(), newTotpSecret());
  });

  for (const [bytes, text] of RFC_TEXTS) {
    it(`are written in base32: '${bytes}' as '${text}'`, () => {
      assert.equal(base32(Buffer.from(bytes)), text);
    });
  }

  it('are handed over as an otpauth URL and as its QR code', () => {
    const { secret, otpauth_url, qr_svg } = otpauth(RFC_SECRET, 'a b&c@grid');
    assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const url = new URL(otpauth_url);
    assert.equal(url.protocol, 'otpauth:');
    assert.equal(decodeURIComponent(url.pathname), '/Grid Optimization Service:a b&c@grid');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      secret,
      issuer: 'Grid Optimization Service',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    assert.match(qr_svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">.*<\/svg>$/s);
    assert.doesNotMatch(qr_svg, /script|href|otpauth/);
  });
});
