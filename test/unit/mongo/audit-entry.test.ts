import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { storedDetails } from '../../../mongo/audit-entry.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';

describe('stored details', () => {
  it('equal those read from the database, for any details', () => {
    const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(anything, (details) => {
        const stored = storedDetails(details);
        assert.equal(canonicalJson(BSON.deserialize(BSON.serialize(stored))), canonicalJson(stored));
      }),
    );
  });
  it('hold dates as text and nothing where there was nothing', () => {
    const details = storedDetails({ at: new Date(0), missing: undefined, list: [undefined] });
    assert.deepEqual(details, { at: '1970-01-01T00:00:00.000Z', list: [null] });
  });
  it('have no halves of characters, which the database would replace', () => {
    assert.deepEqual(storedDetails({ name: 'a\ud800b' }), { name: 'a\ufffdb' });
  });
  it('have at most 4 kB, for any details, and mark cut ones', () => {
    const size = (details: object) => Buffer.byteLength(JSON.stringify(details));
    const long = { action: 'backfill', note: '\u00e9'.repeat(9_000), list: Array(8_000).fill(1), n: 1 };
    const { note, ...stored } = storedDetails(long);
    assert.deepEqual(stored, { action: 'backfill', n: 1, cut: 'list, note' });
    assert.equal(note, `${'\u00e9'.repeat(100)}...`);
    const anything = fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 3000 }),
    );
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 9 }), (details, times) => {
        const many = Object.entries(details).map(([key, text]) => [key.repeat(times), text.repeat(times)]);
        const safe = many.filter(([key = '']) => !key.includes('\0'));
        assert.ok(size(storedDetails(Object.fromEntries(safe))) <= 4096);
      }),
      { numRuns: 30 },
    );
  });
  it('are refused when they cannot be held', () => {
    assert.throws(() => storedDetails({ n: 1n }), TypeError);
    assert.throws(() => storedDetails({ 'a\0b': 1 }), /null bytes/);
  });
});
