import assert from 'node:assert/strict';
import { inSlices } from '../../../../temporal/json/in-slices.ts';
import { pickMembers } from '../../../../temporal/json/pick-members.ts';

const VALUE = {
  'a "quoted" \\': ['x', { a: 1, 'b]': '}{,:' }],
  text: 'b":1,"c',
  b: null,
  empty: {},
  nested: { b: [1, [2]], text: 'no' },
  mixed: [1, ']', { 'c]': [2] }, 3],
  none: [],
  'ü\n': -1.5e-7,
};

/** Name -> parsed value. */
async function picked(value: object, names: readonly string[]) {
  const members = await inSlices(pickMembers(Buffer.from(JSON.stringify(value)), new Set(names)));
  return Object.fromEntries([...members].map(([name, text]) => [name, JSON.parse(text.toString())]));
}

describe('members picked out of JSON text', () => {
  it('are as a parser reads them, whatever stands in names and texts', async () => {
    assert.deepEqual(await picked(VALUE, Object.keys(VALUE)), VALUE);
    for (const [name, value] of Object.entries(VALUE))
      assert.deepEqual(await picked(VALUE, [name]), { [name]: value });
  });

  it('are those of the object itself, not of what is in it', async () => {
    assert.deepEqual(await picked({ nested: { b: 1 }, text: 'b' }, ['b']), {});
    assert.deepEqual(await picked({}, ['b']), {});
  });

  it('are found in more text than one step reads', async () => {
    const long = Array.from({ length: 50_000 }, (_, i) => i / 7);
    assert.deepEqual(await picked({ long, last: 'x'.repeat(200_000), end: 1 }, ['end', 'long']), {
      long,
      end: 1,
    });
  });
});
