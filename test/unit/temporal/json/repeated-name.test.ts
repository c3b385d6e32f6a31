/** A name that occurs twice in an object is found at any depth, and in any spelling. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { repeatedName } from '../../../../temporal/json/repeated-name.ts';

const REPEATED: readonly (readonly [text: string, name: string, place: string])[] = [
  ['{"p_max":9999,"p_max":100}', 'p_max', 'line 1, column 15'],
  ['{"a":1,\n\t"\\u0061" :2}', 'a', 'line 2, column 2'],
  ['{"objective\\u005fvalue":1,"objective_value":2}', 'objective_value', 'line 1, column 27'],
  ['[{"a":1},{"b":[{"c":{"x":1,"y":"}","x":1}}]}]', 'x', 'line 1, column 36'],
  ['{"":1,"":2}', '', 'line 1, column 7'],
  ['{"a":{"a":1},"a":{}}', 'a', 'line 1, column 14'],
  ['{"a\\"b":1,"a\\\\":2,"a\\"b":3}', 'a"b', 'line 1, column 19'],
  ['{"😀":1,"\\ud83d\\ude00":2}', '😀', 'line 1, column 9'],
  ['{"__proto__":1,"__proto__":2}', '__proto__', 'line 1, column 16'],
  ['{"a":"{","b":"\\\\","a":0}', 'a', 'line 1, column 19'],
];

const ONCE: readonly string[] = [
  '{"a":{"a":{"a":1}},"b":{"a":2}}',
  '[{"a":1},{"a":2},"a","a"]',
  '{"a":"a","b":"a: \\"a\\":1, \\"a\\":2"}',
  '{"é":1,"e\\u0301":2}',
  '{"a":1,"A":2,"a ":3}',
  '"a"',
  '12',
];

describe('a name that stands twice', () => {
  for (const [text, name, place] of REPEATED)
    it(`is found in ${text.replaceAll('\n', ' ')}`, () => {
      assert.equal(
        repeatedName(text),
        `The name ${JSON.stringify(name)} stands twice in one object (${place})`,
      );
    });

  it('is not found if names differ, or belong to different objects', () => {
    for (const text of ONCE) assert.equal(repeatedName(text), undefined, text);
  });

  it('is found in any text with an object that repeats a name', () => {
    const twice = (value: unknown, indent: number): string =>
      JSON.stringify(value, null, indent).replace(/\{(\s*)("(?:[^"\\]|\\.)*")\s*:/, '{$1$2:0,$1$2:');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        assert.equal(repeatedName(text), undefined, text);
        const again = twice(value, indent);
        assert.equal(repeatedName(again) === undefined, again === text, again);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text, however deep or full of escapes it is', () => {
    const texts = [
      `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
      `{"a":"${'\\"'.repeat(2_000_000)}"}`,
      `{"a":"${'\\\\'.repeat(2_000_000)}"}`,
      `{"a"${' '.repeat(4_000_000)}:1}`,
    ];
    const began = process.cpuUsage();
    for (const text of texts) assert.equal(repeatedName(text), undefined);
    const { user } = process.cpuUsage(began);
    assert.ok(user < 20e6, `${user / 1e6} s`);
  });
});
