/** Detection of network formats by the names and the content of files. */
import assert from 'node:assert/strict';
import { networkFormatOf } from '../../../../api/client/network-format.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import { pypsaFolder, rawFile, rtsTables } from '../../../support/cases/format-files.ts';

const file = (name: string, content: string | Buffer) => ({ name, bytes: Buffer.from(content) });
const folder = (tables: Readonly<Record<string, string>>) =>
  Object.entries(tables).map(([name, text]) => file(name, text));

describe('the format of a network', () => {
  it('is recognised by the tables of a zip or a folder, under any name', () => {
    assert.equal(networkFormatOf([file('a.zip', zipOf(rtsTables()))]), 'rts-gmlc');
    assert.equal(networkFormatOf([file('a.zip', zipOf(pypsaFolder()))]), 'pypsa-csv');
    assert.equal(networkFormatOf(folder(rtsTables())), 'rts-gmlc');
    assert.equal(networkFormatOf(folder(pypsaFolder())), 'pypsa-csv');
    assert.equal(networkFormatOf([file('a.zip', zipOf({ 'case.raw': rawFile() }))]), 'psse-raw');
    assert.equal(networkFormatOf([file('a.zip', zipOf({ 'grid.m': 'mpc.bus = [];' }))]), 'matpower');
  });

  it('is known by the beginning of a file, else by its name', () => {
    for (const revision of [33, 34, 35] as const)
      assert.equal(networkFormatOf([file('case.txt', rawFile(revision))]), 'psse-raw');
    assert.equal(networkFormatOf([file('x', 'function mpc = case3\nmpc.baseMVA = 100;')]), 'matpower');
    assert.equal(networkFormatOf([file('x', '{"elements": {}, "system": {}}')]), 'egret');
    assert.equal(networkFormatOf([file('case.json.gz', Buffer.from([0x1f, 0x8b, 8]))]), 'egret');
  });

  it('is not guessed without evidence', () => {
    assert.equal(networkFormatOf([]), undefined);
    assert.equal(networkFormatOf([file('notes.txt', 'Nothing of the kind')]), undefined);
    assert.equal(networkFormatOf([file('a.zip', zipOf({ 'notes.txt': 'x' }))]), undefined);
  });
});
