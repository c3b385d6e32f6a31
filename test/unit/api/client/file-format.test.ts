import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { NoCaseError, readCase, textOf } from '../../../../api/client/file-format.ts';

const formatOf = (value: unknown): string => readCase(JSON.stringify(value)).format;

describe('the format of a file', () => {
  it('is known by its content, in every format that the service reads', () => {
    assert.equal(formatOf({ time_periods: 1, demand: [1], thermal_generators: {} }), 'pglib-uc');
    assert.equal(formatOf({ Parameters: {}, Buses: {}, Generators: {} }), 'unitcommitment-jl');
    assert.equal(readCase('% a case\nfunction mpc = case5\nmpc.version = "2";').format, 'matpower');
    assert.equal(readCase('mpc.baseMVA = 100;').format, 'matpower');
  });

  it('of the service is a payload alone, or in the body of a submission', () => {
    const payload = { generators: [], loads: [], horizon: 1 };
    assert.deepEqual(readCase(JSON.stringify(payload)), { format: 'service', payload, rest: {} });
    assert.deepEqual(readCase(JSON.stringify({ scenario_id: 'monday', timeout: 5, payload })), {
      format: 'service',
      payload,
      rest: { scenario_id: 'monday', timeout: 5 },
    });
  });

  for (const [what, text, words] of [
    ['another file', 'name,bus\nG1,1', /not a payload/],
    ['a list', '[1, 2]', /not a payload/],
    ['JSON that breaks off', '{"generators":\n [', /not valid JSON: .* \(line 2, column 3\)/],
    ['JSON with a comma too many', '{"generators": [],\n\n}', /not valid JSON: .* \(line 3, column 1\)/],
    [
      'JSON without a value',
      '{"generators": [\n {"name": },\n {"name": "g2"}\n]}',
      /not valid JSON: .* \(line 2, column 11\)/,
    ],
    [
      'JSON with a wrong word',
      '{"generators": [],\n "a": truth, "b": 1}',
      /not valid JSON: .* \(line 2, column 10\)/,
    ],
    [
      'JSON with a name that stands twice',
      '{"generators": [\n {"p_max": 9999, "p_max": 100}]}',
      /The name "p_max" stands twice in one object \(line 2, column 18\)/,
    ],
    ['JSON of something else', '{"name": "x"}', /begins with name/],
  ] as const) {
    it(`is undefined for ${what}`, () => {
      assert.throws(
        () => readCase(text),
        (error) => error instanceof NoCaseError && words.test(error.message),
      );
    });
  }
});

describe('the text of a file', () => {
  it('is unpacked when it is gzipped', async () => {
    assert.equal(await textOf(new Blob(['{"ä": 1}'])), '{"ä": 1}');
    assert.equal(await textOf(new Blob([gzipSync('{"ä": 1}')])), '{"ä": 1}');
  });

  it('is refused when the archive is damaged, or is far larger than it looks', async () => {
    const packed = gzipSync('x'.repeat(10_000));
    await assert.rejects(textOf(new Blob([packed.subarray(0, 20)])), /damaged/);
    await assert.rejects(textOf(new Blob([gzipSync(Buffer.alloc(65 * 1024 * 1024))])), /larger than 64 MB/);
  });
});
