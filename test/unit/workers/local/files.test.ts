import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { local, removeFolder, temporaryFolder } from '../../../support/local-stack.ts';

interface ReplaceFile {
  replaceFile(file: string, contents: string, mode?: number): Promise<void>;
}
interface Secrets {
  loadSecrets(folder: string): Promise<{
    secrets: Record<string, string>;
    admin: { username: string; password: string };
    isNew: boolean;
  }>;
}
interface StackFiles {
  writeStackFile(folder: string, stack: object): Promise<void>;
  readStackFile(folder: string): Promise<object | undefined>;
  removeStackFile(folder: string): Promise<void>;
  findRunningStack(folder: string): Promise<object | undefined>;
}
interface CommandLine {
  commandLine(pid: number): Promise<string | undefined>;
}

/** Above any pid that Linux gives. */
const NO_PID = 5_000_000;

describe('files of the local stack', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  it('are replaced whole: a reader sees the old contents or the new', async () => {
    const { replaceFile } = await local<ReplaceFile>('replace-file.mjs');
    const file = join(folder, 'deep', 'file');
    const versions = ['a', 'b'].map((letter) => letter.repeat(500_000));
    await replaceFile(file, versions[0] ?? '');
    let writing = true;
    const writes = (async () => {
      for (let at = 0; at < 20; at += 1) await replaceFile(file, versions[at % 2] ?? '');
      writing = false;
    })();
    while (writing) assert.ok(versions.includes(await readFile(file, 'utf8')));
    await writes;
    assert.deepEqual(await readdir(join(folder, 'deep')), ['file']);
  });
  it('leave nothing behind when they cannot be replaced', async () => {
    const { replaceFile } = await local<ReplaceFile>('replace-file.mjs');
    await replaceFile(join(folder, 'taken', 'inside'), '');
    await assert.rejects(replaceFile(join(folder, 'taken'), ''));
    assert.deepEqual(await readdir(folder), ['taken']);
  });
  it('hold secrets that are generated once and that only their owner may read', async () => {
    const { loadSecrets } = await local<Secrets>('secrets.mjs');
    const first = await loadSecrets(folder);
    const second = await loadSecrets(folder);
    assert.deepEqual([first.isNew, second.isNew], [true, false]);
    assert.deepEqual([second.secrets, second.admin], [first.secrets, first.admin]);
    const values = [...Object.values(first.secrets), first.admin.password];
    assert.equal(new Set(values).size, 4);
    assert.ok(values.every((value) => value.length >= 20));
    for (const file of ['secrets.json', 'admin.json'])
      assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600);
  });
  it('tell where a stack runs as long as its supervisor lives', async () => {
    const files = await local<StackFiles>('stack-file.mjs');
    const { commandLine } = await local<CommandLine>('command-line.mjs');
    assert.equal(await files.findRunningStack(folder), undefined);
    const mine = { supervisor_pid: process.pid, supervisor_command: await commandLine(process.pid) };
    await files.writeStackFile(folder, mine);
    assert.deepEqual(await files.findRunningStack(folder), mine);
    await files.writeStackFile(folder, { ...mine, supervisor_pid: NO_PID });
    assert.equal(await files.findRunningStack(folder), undefined);
    await files.removeStackFile(folder);
    assert.equal(await files.readStackFile(folder), undefined);
    await files.removeStackFile(folder);
  });
  it('do not take a stranger with the pid of a dead supervisor for a running stack', async () => {
    const files = await local<StackFiles>('stack-file.mjs');
    await files.writeStackFile(folder, {
      supervisor_pid: process.pid,
      supervisor_command: 'node workers/local/set-up.mjs start',
    });
    assert.equal(await files.findRunningStack(folder), undefined);
  });
});
