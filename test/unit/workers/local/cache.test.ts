import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { local, removeFolder, temporaryFolder } from '../../../support/local-stack.ts';

interface Module {
  intoCache(target: string, make: (folder: string) => Promise<string>): Promise<string>;
}

describe('the cache of executables', () => {
  let folder: string;
  let target: string;
  let intoCache: Module['intoCache'];
  beforeEach(async () => {
    folder = await temporaryFolder();
    target = join(folder, 'tool-1', 'tool');
    ({ intoCache } = await local<Module>('cache.mjs'));
  });
  afterEach(() => removeFolder(folder));

  const make = (contents: string) => async (at: string) => {
    const file = join(at, 'made');
    await writeFile(file, contents);
    return file;
  };

  it('holds an executable and nothing else when it is done', async () => {
    assert.equal(await intoCache(target, make('a')), target);
    assert.equal(await readFile(target, 'utf8'), 'a');
    assert.equal((await stat(target)).mode & 0o777, 0o755);
    assert.deepEqual(await readdir(dirname(target)), ['tool']);
  });
  it('makes a file once for two that want it at the same time', async () => {
    let made = 0;
    const slowly = async (at: string) => {
      made += 1;
      await delay(50);
      return make('once')(at);
    };
    assert.deepEqual(await Promise.all([intoCache(target, slowly), intoCache(target, slowly)]), [
      target,
      target,
    ]);
    assert.equal(made, 1);
  });
  it('is left empty by a failure, and the next attempt succeeds', async () => {
    const failing = async (at: string): Promise<string> => {
      await make('half')(at);
      throw new Error('disk full');
    };
    await assert.rejects(intoCache(target, failing), /disk full/);
    assert.deepEqual(await readdir(dirname(target)), []);
    await intoCache(target, make('whole'));
    assert.equal(await readFile(target, 'utf8'), 'whole');
  });
  it('takes over from a process that died while making the file, and removes what it left', async () => {
    const lock = `${target}.lock`;
    await mkdir(lock, { recursive: true });
    await writeFile(join(lock, 'half'), 'half');
    const minuteAgo = Date.now() / 1000 - 60;
    await utimes(lock, minuteAgo, minuteAgo);
    await intoCache(target, make('whole'));
    assert.deepEqual(await readdir(dirname(target)), ['tool']);
  });
});
