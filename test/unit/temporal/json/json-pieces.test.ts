/** JSON that is written in pieces is the JSON of the language. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson } from '../../../../temporal/json/canonical-json.ts';
import { jsonPieces } from '../../../../temporal/json/json-pieces.ts';

const written = (value: unknown): string => [...jsonPieces(value)].join('');
const row = (length: number) => Array.from({ length }, (_, i) => i / 4);

/** Larger than a piece, in several ways. */
const LARGE: Readonly<Record<string, unknown>> = {
  'a long list': row(50_000),
  'a list of many small objects': Array.from({ length: 20_000 }, (_, id) => ({ id, on: true })),
  'large members between small ones': { a: 1, b: row(9000), c: 'x', d: { e: row(9000), f: null }, g: [] },
  'only large members': [row(6000), row(6000)],
  'what JSON leaves out': [undefined, { a: undefined, b: () => 1, c: row(6000), d: undefined }, Number.NaN],
  'what writes itself': { at: new Date(0), rows: row(6000) },
  'very many keys': Object.fromEntries(row(10_000).map((x) => [`key "${x}"`, x])),
};

describe('JSON written in pieces', () => {
  for (const [what, value] of Object.entries(LARGE))
    it(`is the same text for ${what}`, () => {
      assert.equal(written(value), JSON.stringify(value));
      assert.ok([...jsonPieces(value)].length > 2);
    });

  it('is the same text for any value, small or large', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(written(value), JSON.stringify(value));
        const large = [value, row(6000), { value }];
        assert.equal(written(large), JSON.stringify(large));
      }),
    );
  });

  it('does not depend on the order of keys when they are sorted', () => {
    const [rows, more] = [row(6000), { z: 1, a: 2, 10: 3, 9: 4 }];
    const text = canonicalJson({ rows, more, a: [more] });
    assert.equal(text, canonicalJson({ a: [{ 9: 4, 10: 3, a: 2, z: 1 }], more, rows }));
    assert.ok(text.startsWith('{"a":[{"10":3,"9":4,"a":2,"z":1}],"more":'));
  });
});
