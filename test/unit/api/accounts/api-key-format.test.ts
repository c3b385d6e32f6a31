/** Format of API keys: malformed ones are refused without a query of the database. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isApiKey, newApiKey } from '../../../../api/accounts/api-key-format.ts';
import { digest } from '../../../../api/http/secrets.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 4;
const KEY_LENGTH = 46;
const aKey = () => fc.constant(null).map(newApiKey);
const aPosition = () => fc.integer({ min: PREFIX_LENGTH, max: KEY_LENGTH - 1 });
const aCharacter = () => fc.constantFrom(...BASE62);
const withCharacter = (key: string, position: number, character: string): string =>
  key.slice(0, position) + character + key.slice(position + 1);

describe('API keys', () => {
  it('are gok_ and 42 letters and digits, known by digest and shown by their first twelve', () => {
    fc.assert(
      fc.property(aKey(), ({ key, prefix, ...stored }) => {
        assert.match(key, /^gok_[0-9A-Za-z]{42}$/);
        assert.equal(prefix, key.slice(0, 12));
        assert.equal(stored.digest, digest(key));
        assert.ok(isApiKey(key));
      }),
    );
  });

  for (const [random, check] of [
    ['0'.repeat(36), '0etOEM'],
    ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0TyBiU'],
    [`${'0'.repeat(33)}138`, '00DKtg'],
  ] as const) {
    it(`end in ${check} when their random part is ${random}`, () => {
      assert.ok(isApiKey(`gok_${random}${check}`));
    });
  }

  it('differ from each other', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, () => newApiKey().key)).size, 1000);
  });

  it('are refused when one character is another', () => {
    fc.assert(
      fc.property(aKey(), aPosition(), aCharacter(), ({ key }, position, character) => {
        fc.pre(key[position] !== character);
        assert.equal(isApiKey(withCharacter(key, position, character)), false);
      }),
      { numRuns: 500 },
    );
  });

  it('are refused when two neighbours are swapped', () => {
    fc.assert(
      fc.property(aKey(), fc.integer({ min: PREFIX_LENGTH, max: KEY_LENGTH - 2 }), ({ key }, position) => {
        const [one = '', other = ''] = key.slice(position);
        fc.pre(one !== other);
        const swapped = withCharacter(withCharacter(key, position, other), position + 1, one);
        assert.equal(isApiKey(swapped), false);
      }),
      { numRuns: 500 },
    );
  });

  for (const [what, alter] of [
    ['nothing', () => ''],
    ['the prefix alone', () => 'gok_'],
    ['another prefix', (key: string) => key.replace('gok_', 'ghp_')],
    ['a prefix in capitals', (key: string) => key.replace('gok_', 'GOK_')],
    ['a key cut short', (key: string) => key.slice(0, -1)],
    ['a key with more at its end', (key: string) => `${key}0`],
    ['a key after a blank', (key: string) => ` ${key}`],
    ['a key before a line feed', (key: string) => `${key}\n`],
    ['a megabyte', (key: string) => key + 'a'.repeat(1_000_000)],
  ] as const) {
    it(`are not ${what}`, () => assert.equal(isApiKey(alter(newApiKey().key)), false));
  }

  it('are nothing that anybody happens to send', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(isApiKey(text), false)));
  });
});
