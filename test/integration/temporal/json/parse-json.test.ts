/** JSON that is read in pieces is the JSON of the language: the same values, the same refusals. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Stepwise } from '../../../../temporal/json/in-slices.ts';
import { JsonError } from '../../../../temporal/json/json-text.ts';
import { CLIENT_LIMITS, type JsonLimits, parseJson } from '../../../../temporal/json/parse-json.ts';

function steps<T>(work: Stepwise<T>): { readonly value: T; readonly count: number } {
  for (let count = 0; ; count += 1) {
    const step = work.next();
    if (step.done) return { value: step.value, count };
  }
}

const read = (text: string | Uint8Array, limits: Partial<JsonLimits> = {}): unknown =>
  steps(parseJson(Buffer.from(text), { ...CLIENT_LIMITS, ...limits })).value;
const refusal = (text: string | Uint8Array, limits: Partial<JsonLimits> = {}): string => {
  try {
    read(text, limits);
    return 'read';
  } catch (error) {
    assert.ok(error instanceof JsonError, String(error));
    return error.kind;
  }
};
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const PIECES = [1, 2, 3, 7, 16, 100];
const json = fc.json({ maxDepth: 6 }).filter((text) => !text.includes('__proto__'));

describe('JSON read in pieces', () => {
  it('is the same value, whatever the pieces', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(...PIECES), fc.constantFrom(0, 1, 3), (text, pieceBytes, indent) => {
        const shown = JSON.stringify(JSON.parse(text), null, indent);
        assert.deepEqual(read(shown, { pieceBytes, stringBytes: 80 }), JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where the language refuses it, whatever the pieces', () => {
    const damaged = fc
      .tuple(
        json,
        fc.nat(),
        fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '\\', ' ', '1', '-', 'e', 'n'),
      )
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + (put === '' ? 1 : at % 2));
      })
      .filter((text) => text !== '');
    fc.assert(
      fc.property(damaged, fc.constantFrom(...PIECES), (text, pieceBytes) => {
        const found = refusal(text, { pieceBytes });
        assert.equal(found, isJson(text) ? 'read' : 'malformed', text);
        if (found === 'read') assert.deepEqual(read(text, { pieceBytes }), JSON.parse(text));
      }),
      { numRuns: 4000 },
    );
  });

  it('keeps the last of equal keys, characters of any width and a byte order mark out', () => {
    const text = '\uFEFF{"a":[1,2,3],"b":"äöü\\ud83d\\ude00😀","a":{"c":[4]}}';
    for (const pieceBytes of PIECES)
      for (const stringBytes of [4, 5, 6, 7])
        assert.deepEqual(read(text, { pieceBytes, stringBytes }), { a: { c: [4] }, b: 'äöü😀😀' });
  });

  it('takes many short steps over one long value', () => {
    for (const text of [
      JSON.stringify(new Array(1e6).fill(1)),
      JSON.stringify('\n'.repeat(1e6)),
      JSON.stringify(Object.fromEntries(Array.from({ length: 2e4 }, (_, i) => [`key ${i}`, 'x'.repeat(50)]))),
    ]) {
      const { value, count } = steps(parseJson(Buffer.from(text)));
      assert.deepEqual(value, JSON.parse(text));
      assert.ok(count > 20, `${count} steps`);
    }
  });

  const LARGE: Readonly<Record<string, string>> = {
    values: `[${'0,'.repeat(CLIENT_LIMITS.values)}0]`,
    'keys of one object': `{${new Array(20_001).fill('"k":1').join()}}`,
    'keys of all objects': `[${'{"k":1},'.repeat(CLIENT_LIMITS.allKeys)}{"k":1}]`,
    'digits of a number': `[${'1'.repeat(1001)}]`,
    'characters of a key': `{"${'k'.repeat(100_000)}":1}`,
  };
  for (const [what, text] of Object.entries(LARGE))
    it(`is refused as too large for very many ${what}`, () => assert.equal(refusal(text), 'large'));

  it('is refused when it is nested deeper than 64 levels, long before its end', () => {
    assert.equal(refusal(`${'['.repeat(64)}${']'.repeat(64)}`), 'read');
    assert.equal(refusal('['.repeat(5e6)), 'malformed');
  });

  it('is refused when a key is called __proto__ in any spelling, but may speak of it', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '__pr\\u006Fto__'])
      for (const pieceBytes of PIECES)
        assert.equal(
          refusal(`[0,{"a":0,"${key}" : {"b":1}}]`, { pieceBytes }),
          'key',
          `${key}, ${pieceBytes}`,
        );
    assert.deepEqual(read('["__proto__", "\\"__proto__\\": 1"]'), ['__proto__', '"__proto__": 1']);
  });

  it('is refused when it is not UTF-8', () => {
    assert.equal(refusal(Buffer.from([0x22, 0xff, 0x22])), 'malformed');
  });
});
