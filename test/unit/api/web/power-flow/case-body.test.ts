/** Conversion of a file before it is sent to be checked. */
import assert from 'node:assert/strict';
import { MAX_CASE_BYTES, toCaseBody, tooLarge } from '../../../../../api/web/power-flow/case-body.ts';
import { rawFile } from '../../../../support/cases/format-files.ts';

const MATPOWER =
  "function mpc = case9\nmpc.version = '2';\nmpc.bus = [\n1 3 0 0 0 0 1 1 0 345 1 1.1 0.9;\n];\n";

const sent = (text: string): unknown => {
  const body = toCaseBody(text);
  return 'problem' in body ? body.problem : JSON.parse(body.body);
};

describe('the body of a case', () => {
  it('is a MATPOWER text as it is', () => {
    assert.deepEqual(sent(MATPOWER), { matpower: MATPOWER });
  });

  it('is a RAW file of PSS/E as it is', () => {
    for (const revision of [33, 34, 35] as const)
      assert.deepEqual(sent(rawFile(revision)), { psse_raw: rawFile(revision) });
  });

  it('is a network, also one within the body of a request', () => {
    const network = { buses: [{ id: 1 }], lines: [] };
    assert.deepEqual(sent(JSON.stringify(network)), { network });
    assert.deepEqual(sent(` \n${JSON.stringify({ network })}`), { network });
  });

  it('is undefined for an invalid case, with a message', () => {
    assert.match(String(sent('  \n')), /empty/);
    assert.match(String(sent('{"buses": [')), /not valid JSON/);
    for (const text of ['{"generators": []}', '[1, 2]', '{"network": null}', 'a;b;c']) {
      assert.match(String(sent(text)), /Not a MATPOWER case/);
    }
  });

  it('is refused by its size alone', () => {
    assert.equal(tooLarge(MAX_CASE_BYTES), undefined);
    assert.match(tooLarge(200 * 2 ** 20) ?? '', /200 MB.*limit is 32 MB/);
  });
});
