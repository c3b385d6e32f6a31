import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson } from '../../../../temporal/json/canonical-json.ts';

describe('canonical JSON', () => {
  it('sorts keys at every depth and has no white space', () => {
    assert.equal(
      canonicalJson({ b: [{ d: 1, c: null }], a: 'é\n', 10: true, 9: -0 }),
      '{"10":true,"9":0,"a":"é\\n","b":[{"c":null,"d":1}]}',
    );
  });
  it('sorts keys by their UTF-16 code units, as RFC 8785 has it', () => {
    const keys = ['€', '\r', '\ufb33', '1', '😀', '\u0080', 'ö'];
    const sorted = ['\r', '1', '\u0080', 'ö', '€', '😀', '\ufb33'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    assert.deepEqual(Object.keys(JSON.parse(text.replaceAll('"1"', '"x1"'))), sorted.with(1, 'x1'));
  });
  it('leaves out members without a value', () => {
    assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}');
  });
  it('means the same as JSON for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it('has no text for values without a JSON form', () => {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, new Date(0), () => 0, /a/]) {
      assert.throws(() => canonicalJson({ value: [value] }), TypeError, String(value));
    }
  });
});
