/** Zips and forms: their contents, and their refusal before they fill the memory. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/report.ts';
import {
  countBytes,
  FILE_LIMITS,
  findFile,
  isZip,
  openZip,
  readForm,
} from '../../../../../api/formats/tables/file-set.ts';
import { zipOf } from '../../../../support/callers/zip.ts';

const refuses = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof ImportError, String(error));
    assert.match(error.message, message);
    return true;
  });

/** A multipart form as a browser or curl sends it. */
async function formOf(files: readonly (readonly [field: string, name: string, text: string])[]) {
  const form = new FormData();
  for (const [field, name, text] of files) form.append(field, new Blob([text]), name);
  const response = new Response(form);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  };
}

describe('a zip', () => {
  it('gives its files, unpacked when they are asked for', async () => {
    const bytes = zipOf({ 'data/a.csv': 'one', 'data/B.csv': 'two' });
    assert.ok(isZip(bytes));
    const files = await openZip(bytes);
    assert.deepEqual(files.names, ['data/a.csv', 'data/B.csv']);
    assert.equal(String(await files.read('data/B.csv')), 'two');
    await refuses(files.read('c.csv'), /c\.csv: there is no such file/);
  });

  it('is refused when a path leads out of it, or stands twice', async () => {
    await refuses(openZip(zipOf({ '../a.csv': 'x' })), /\.\.\/a\.csv/);
    await refuses(openZip(zipOf({ '/etc/a.csv': 'x' })), /absolute path/);
    const twice = zipOf({ 'a.csv': 'x', 'b.csv': 'x' });
    const renamed = Buffer.from(twice.toString('latin1').replaceAll('b.csv', 'a.csv'), 'latin1');
    await refuses(openZip(renamed), /a\.csv: appears twice/);
  });

  it('is refused when it is invalid or damaged', async () => {
    await refuses(openZip(Buffer.from('PK\u0003\u0004 no zip at all')), /^Not a zip: /);
    const bytes = zipOf({ 'a.csv': 'text '.repeat(1000) });
    await refuses(openZip(bytes.subarray(0, -30)), /^Not a zip: /);
    bytes.fill(0xff, 40, 50);
    await refuses((await openZip(bytes)).read('a.csv'), /^a\.csv: /);
  });

  it('is refused for a file that does not match its checksum', async () => {
    const bytes = zipOf({ 'bus.csv': 'Bus ID\n1\n' });
    // Changes the checksum in the central directory, which is the one that counts.
    const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 16;
    bytes.writeUInt32LE((bytes.readUInt32LE(at) ^ 1) >>> 0, at);
    const zip = await openZip(bytes);
    await refuses(zip.read('bus.csv'), /^bus\.csv: is damaged, its checksum is another one$/);
  });
  it('is not unpacked beyond the bytes of a file, of all files, or the number of names', async () => {
    const limits = { entries: 3, fileBytes: 2000, totalBytes: 3000 };
    const open = (files: Record<string, string>, claim?: number) => openZip(zipOf(files, claim), limits);
    const zeros = '0'.repeat(5000);
    await refuses((await open({ 'a.csv': zeros })).read('a.csv'), /more than 2000 bytes/);
    await refuses((await open({ 'a.csv': zeros }, 100)).read('a.csv'), /^a\.csv: /);
    const many = await open({ 'a.csv': zeros.slice(0, 1900), 'b.csv': zeros.slice(0, 1900) });
    await many.read('a.csv');
    await refuses(many.read('b.csv'), /more than 3000 bytes in all/);
    await refuses(open({ a: '', b: '', c: '', d: '' }), /more than 3 files/);
    const [all, one] = [countBytes(limits), zipOf({ 'a.csv': zeros.slice(0, 1900) })];
    await (await openZip(one, limits, all)).read('a.csv');
    await refuses((await openZip(one, limits, all)).read('a.csv'), /more than 3000 bytes in all/);
  });

  it('of 100 MB of zeros in 100 kB is refused without being unpacked', async () => {
    const bytes = zipOf({ 'bomb.csv': Buffer.alloc(100 * 1024 * 1024) });
    assert.ok(bytes.length < 200_000);
    const before = process.memoryUsage().arrayBuffers;
    await refuses((await openZip(bytes)).read('bomb.csv'), /more than \d+ bytes/);
    assert.ok(process.memoryUsage().arrayBuffers - before < FILE_LIMITS.fileBytes);
  });
});

describe('a form', () => {
  it('gives its files under their paths, or under the path in the name of the field', async () => {
    const { bytes, contentType } = await formOf([
      ['files', 'gen.csv', 'one'],
      ['SourceData/bus.csv', 'bus.csv', 'two'],
    ]);
    const files = await readForm(bytes, contentType);
    assert.deepEqual(files.names, ['gen.csv', 'SourceData/bus.csv']);
    assert.equal(String(await files.read('SourceData/bus.csv')), 'two');
  });

  it('is refused for a path that leads out, for a file that appears twice or too large, and for a cut', async () => {
    const read = async (...files: Parameters<typeof formOf>[0][number][]) => {
      const { bytes, contentType } = await formOf(files);
      return readForm(bytes, contentType, { ...FILE_LIMITS, entries: 2, fileBytes: 10 });
    };
    await refuses(read(['../a/b.csv', 'b.csv', 'x']), /lead out/);
    await refuses(read(['f', 'a.csv', 'x'], ['f', 'a.csv', 'y']), /a\.csv: appears twice/);
    await refuses(read(['f', 'a.csv', 'x'.repeat(11)]), /more than 10 bytes/);
    await refuses(read(['f', 'a', 'x'], ['f', 'b', 'x'], ['f', 'c', 'x']), /more than 2 files/);
    const { bytes, contentType } = await formOf([['f', 'a.csv', 'x']]);
    for (let cut = 1; cut < bytes.length - 4; cut++)
      await refuses(readForm(bytes.subarray(0, -cut - 3), contentType), /^Not a form:/);
    await refuses(readForm(bytes, 'multipart/form-data'), /^Not a form: /);
  });
});

describe('a path among files', () => {
  const find = (names: string[], path: string) =>
    findFile({ names, read: async () => Buffer.alloc(0) }, path);

  it('is found in any case, below any folder, and by its base name alone', () => {
    assert.equal(find(['RTS/SourceData/Gen.CSV'], 'SourceData/gen.csv'), 'RTS/SourceData/Gen.CSV');
    assert.equal(find(['gen.csv'], 'SourceData/gen.csv'), 'gen.csv');
    assert.equal(
      find(['old/SourceData/gen.csv', 'SourceData/gen.csv'], 'SourceData/gen.csv'),
      'SourceData/gen.csv',
    );
  });

  it('is not found when several could be meant, or only a part of a name is alike', () => {
    assert.equal(find(['a/gen.csv', 'b/gen.csv'], 'SourceData/gen.csv'), undefined);
    assert.equal(find(['oxygen.csv'], 'gen.csv'), undefined);
  });
});
