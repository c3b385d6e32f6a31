/** Different files with the same meaning: line ends, byte order marks, folders, revisions, and archives. */
import assert from 'node:assert/strict';
import { type NetworkFormat, readNetwork } from '../../../../api/formats/import-network.ts';
import { zipOf } from '../../../support/callers/zip.ts';
import { filesOf, rawFile, type Tables } from '../../../support/cases/format-files.ts';

const readBytes = (format: NetworkFormat, bytes: Buffer) =>
  readNetwork(format, { bytes, contentType: 'text/plain' });
const read = (format: NetworkFormat, files: Tables) => readBytes(format, zipOf(files));
const renamed = (files: Tables, change: (path: string, text: string) => readonly [string, string]): Tables =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => change(path, text)));

const FOLDERS: readonly (readonly [format: NetworkFormat, folder: string])[] = [
  ['egret', 'egret'],
  ['matpower', 'matpower-network'],
  ['psse-raw', 'psse-raw'],
  ['pypsa-csv', 'pypsa-csv'],
  ['rts-gmlc', 'rts-gmlc'],
];

describe('files of a network', () => {
  for (const [format, folder] of FOLDERS) {
    it(`of ${format} may end lines in \\r\\n and begin with a mark`, async () => {
      const files = filesOf(folder);
      const other = renamed(files, (path, text) => [path, `\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`]);
      assert.deepEqual((await read(format, other)).network, (await read(format, files)).network);
    });

    it(`of ${format} may lie without folders, or below another`, async () => {
      const files = filesOf(folder);
      const flat = renamed(files, (path, text) => [path.split('/').at(-1) ?? '', text]);
      const deep = renamed(files, (path, text) => [`a case/${path}`, text]);
      const { network } = await read(format, files);
      assert.deepEqual((await read(format, flat)).network, network);
      assert.deepEqual((await read(format, deep)).network, network);
    });
  }

  it('of MATPOWER are one file, alone or beside others', async () => {
    const { 'three.m': text = '' } = filesOf('matpower-network');
    const { network } = await readBytes('matpower', Buffer.from(text));
    const zipped = await read('matpower', { 'case/three.m': text, 'case/README.md': 'x' });
    assert.deepEqual(zipped.network, network);
    const two = read('matpower', { 'a.m': text, 'b.m': text });
    await assert.rejects(two, /one file that ends in \.m, not 2/);
    await assert.rejects(readBytes('rts-gmlc', Buffer.from(text)), /bus\.csv: this table is missing/);
  });

  for (const revision of [34, 35] as const)
    it(`of PSS/E say the same in revision ${revision}, where switching devices are lines`, async () => {
      const { network: old } = await readBytes('psse-raw', Buffer.from(rawFile()));
      const { network } = await readBytes('psse-raw', Buffer.from(rawFile(revision)));
      const lines = network.lines.filter(({ id }) => id !== '2-3-1');
      assert.equal(lines.length, network.lines.length - 1);
      assert.deepEqual({ ...network, lines }, old);
    });
});
