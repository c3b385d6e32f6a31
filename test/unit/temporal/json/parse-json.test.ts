/** Untrusted JSON is parsed as by `JSON.parse`, except for forms that no client needs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JsonError, parseJson } from '../../../../temporal/json/parse-json.ts';

const read = (text: string | Uint8Array): unknown => parseJson(Buffer.from(text));
const refusal = (text: string | Uint8Array): string => {
  try {
    read(text);
    return 'read';
  } catch (error) {
    assert.ok(error instanceof JsonError, String(error));
    return error.kind;
  }
};
/**
 * True for valid JSON without repeated names. `JSON.parse` accepts a name that occurs twice in an object, as it may
 * after damage.
 */
const isJson = (text: string): boolean => {
  let names = 0;
  const count = (_: string, value: unknown) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      names += Object.keys(value).length;
    return value;
  };
  try {
    JSON.parse(text, count);
  } catch {
    return false;
  }
  const strings = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g);
  return [...strings].filter(([, colon]) => colon !== undefined).length === names;
};
const json = fc.json({ maxDepth: 6 }).filter((text) => !text.includes('__proto__'));

describe('JSON of strangers', () => {
  it('is the value that the language reads', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 3), (text, indent) => {
        const value: unknown = JSON.parse(text);
        assert.deepEqual(read(JSON.stringify(value, null, indent)), value);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused where the language refuses it', () => {
    const put = fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '\\', ' ', '1', '-', 'e', 'n');
    const damaged = fc.tuple(json, fc.nat(), put).map(([text, at, extra]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + extra + text.slice(place + (extra === '' ? 1 : at % 2));
    });
    assert.deepEqual(['{"a":1,"a":2}', '{"a":{"b":1},"c":["b"]}'].map(isJson), [false, true]);
    fc.assert(
      fc.property(
        damaged.filter((text) => text !== ''),
        (text) => assert.equal(refusal(text), isJson(text) ? 'read' : 'malformed', text),
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps characters of any width, and leaves a byte order mark out', () => {
    const text = '\uFEFF{"b":"äöü\\ud83d\\ude00😀","a":{"c":[4]}}';
    assert.deepEqual(read(text), { a: { c: [4] }, b: 'äöü😀😀' });
    assert.equal(read(''), undefined);
  });

  it('is refused where a name stands twice in one object', () => {
    assert.equal(refusal('{"p_max":9999,"p_max":100}'), 'malformed');
    assert.throws(() => read('{"a":1,\n "\\u0061":2}'), /The name "a" .* \(line 2, column 2\)/);
  });

  const LARGE: Readonly<Record<string, string>> = {
    values: `[${'0,'.repeat(4_000_000)}0]`,
    'keys of one object': `{${new Array(20_001).fill('"k":1').join()}}`,
    'keys of all objects': `[${'{"k":1},'.repeat(1_600_000)}{"k":1}]`,
    'digits of a number': `[${'1'.repeat(1001)}]`,
    'characters of a key': `{"${'k'.repeat(100_000)}":1}`,
  };
  for (const [what, text] of Object.entries(LARGE))
    it(`is refused as too large for very many ${what}`, () => assert.equal(refusal(text), 'large'));

  it('may have a text of any length', () => {
    const text = 'x'.repeat(1e6);
    assert.deepEqual(read(JSON.stringify([text])), [text]);
  });

  it('is refused when it is nested deeper than 64 levels, long before its end', () => {
    assert.equal(refusal(`${'['.repeat(64)}${']'.repeat(64)}`), 'read');
    assert.equal(refusal('['.repeat(5e6)), 'malformed');
  });

  it('is refused when a key is called __proto__ in any spelling, but may speak of it', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '__pr\\u006Fto__'])
      assert.equal(refusal(`[0,{"a":0,"${key}" : {"b":1}}]`), 'key', key);
    assert.deepEqual(read('["__proto__", "\\"__proto__\\": 1"]'), ['__proto__', '"__proto__": 1']);
  });

  it('is refused when it is not UTF-8', () => {
    assert.equal(refusal(Buffer.from([0x22, 0xff, 0x22])), 'malformed');
  });
});
