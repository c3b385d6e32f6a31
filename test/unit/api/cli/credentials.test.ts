import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCredentials, saveAccount, saveDefaultUrl } from '../../../../api/cli/connection/credentials.ts';

describe('the file of credentials', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-credentials-'));
    file = join(folder, 'grid', 'credentials.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is for its owner only, and has an account for each server', async () => {
    assert.deepEqual(await readCredentials(file), { default_url: undefined, servers: {} });
    await saveAccount('http://a', { api_key: 'one' }, file);
    await saveAccount('http://b', { api_key: 'two' }, file);
    await saveDefaultUrl('http://b', file);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'grid'))).mode & 0o777, 0o700);
    await saveAccount('http://b', undefined, file);
    assert.deepEqual(await readCredentials(file), {
      default_url: undefined,
      servers: { 'http://a': { api_key: 'one' } },
    });
  });

  it('loses nothing when it is changed by several at once', async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `http://${n}`);
    await Promise.all(urls.map((url) => saveAccount(url, { api_key: url }, file)));
    assert.deepEqual(Object.keys((await readCredentials(file)).servers).sort(), urls.toSorted());
  });

  it('is changed in spite of the lock of a dead process', async () => {
    await saveAccount('http://a', { api_key: 'one' }, file);
    await writeFile(`${file}.lock`, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${file}.lock`, longAgo, longAgo);
    await saveAccount('http://a', { api_key: 'two' }, file);
    assert.match(await readFile(file, 'utf8'), /two/);
  });

  it('that is damaged is reported, and stays unchanged', async () => {
    await saveAccount('http://a', { api_key: 'one' }, file);
    await writeFile(file, '{"servers": ');
    await assert.rejects(saveAccount('http://a', { api_key: 'two' }, file), /damaged/);
    assert.equal(await readFile(file, 'utf8'), '{"servers": ');
    await saveAccount('http://a', undefined, join(folder, 'grid', 'other.json'));
  });
});
