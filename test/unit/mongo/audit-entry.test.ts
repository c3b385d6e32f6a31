import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { storedDetails } from '../../../mongo/audit-entry.ts';
import { canonicalJson } from '../../../temporal/json/canonical-json.ts';

describe('stored details', () => {
  it('are what is read from the database, whatever is told', () => {
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
  it('are refused when they cannot be held', () => {
    assert.throws(() => storedDetails({ n: 1n }), TypeError);
    assert.throws(() => storedDetails({ 'a\0b': 1 }), /null bytes/);
  });
});
