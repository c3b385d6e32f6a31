/** Reading some fields of a stored document gives the same as parsing the whole document. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { someFields, storedReply } from '../../../../api/solve/stored-json.ts';

const DOCUMENT = {
  first: { last: [1, 2.5e-7], 'a "quoted" } ] name\\': { b: null } },
  text: 'ends with a backslash \\ and "first": {',
  Zürich: ['ü€', []],
  none: [],
  last: -3,
};

describe('the reply of some fields', () => {
  const partOf = (fields: string | undefined, first = {}) => {
    const whole = Buffer.from(JSON.stringify(DOCUMENT));
    const text = fields === undefined ? whole : someFields(whole, fields);
    const { stream } = storedReply({ text, bytes: 0 }, first);
    assert.ok(Buffer.isBuffer(stream));
    return stream.toString('utf8');
  };
  const { first, text, none, last } = DOCUMENT;

  it('has them in the order of the document, for any names and texts', () => {
    assert.equal(partOf('last,first'), JSON.stringify({ first, last }));
    assert.equal(partOf('text,none'), JSON.stringify({ text, none }));
    assert.equal(partOf('first,text,none,last,b'), JSON.stringify({ first, text, none, last }));
    assert.equal(partOf(undefined), JSON.stringify(DOCUMENT));
  });

  it('has the beginning also without any of the fields', () => {
    assert.equal(partOf('b'), '{}');
    assert.equal(partOf('b', { job_id: 'j' }), '{"job_id":"j"}');
    assert.equal(partOf('last', { job_id: 'j' }), '{"job_id":"j","last":-3}');
  });

  it('is the same in pieces of any size', async () => {
    const pieces = [...Buffer.from(JSON.stringify(DOCUMENT))].map((byte) => Buffer.of(byte));
    const { stream } = storedReply({ text: Readable.from(pieces), bytes: 7 }, { job_id: 'j' });
    assert.ok(stream instanceof Readable);
    assert.deepEqual(await json(stream), { job_id: 'j', ...DOCUMENT });
  });
});
