/** The cache of servers, used by two processes at once, and after one was killed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { intoCache } from '../../../../../workers/local/acquire/ways.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

type Make = (folder: string) => Promise<string>;

const make: Make = async (folder) => {
  const file = join(folder, 'made');
  await writeFile(file, 'contents');
  return file;
};

describe('the cache of servers', () => {
  it('makes a file once when two ask at the same time', () =>
    inTemporaryFolder(async (folder) => {
      let makings = 0;
      const slowly: Make = async (into) => {
        makings += 1;
        await delay(100);
        return make(into);
      };
      const target = join(folder, 'server');
      await Promise.all([intoCache(target, slowly), intoCache(target, slowly)]);
      assert.equal(makings, 1);
      assert.equal((await stat(target)).mode & 0o111, 0o111);
      assert.deepEqual(await readdir(folder), ['server']);
    }));

  it('leaves nothing behind when the making fails', () =>
    inTemporaryFolder(async (folder) => {
      const fails: Make = async (into) => {
        await make(into);
        throw new Error('no network');
      };
      await assert.rejects(intoCache(join(folder, 'server'), fails), /no network/);
      assert.deepEqual(await readdir(folder), []);
    }));

  it('takes over the lock of a dead process', () =>
    inTemporaryFolder(async (folder) => {
      const deadPid = spawnSync('true').pid;
      const target = join(folder, 'server');
      await writeFile(`${target}.lock`, String(deadPid));
      await intoCache(target, make);
      assert.equal(await readFile(target, 'utf8'), 'contents');
    }));
});
