import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../../../../workers/local/processes.ts';
import { loadSecrets } from '../../../../../workers/local/stack/settings.ts';
import {
  findRunningStack,
  readStackFile,
  removeStackFile,
  replaceFile,
  type StackFile,
  writeStackFile,
} from '../../../../../workers/local/stack/stack-file.ts';
import { removeFolder, temporaryFolder } from '../../../../support/local-stack.ts';

/** A number above any pid of Linux. */
const NO_PID = 5_000_000;

/** A stack file for tests in which addresses do not matter. */
const stackOf = (supervisor: Pick<StackFile, 'supervisor_pid' | 'supervisor_command'>): StackFile => ({
  api_url: '',
  docs_url: '',
  solver_url: '',
  temporal_address: '',
  web_ui_url: '',
  mongodb_uri: '',
  processes: {},
  ...supervisor,
});

describe('files of the local stack', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  it('are replaced whole: a reader sees the old contents or the new', async () => {
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
    await replaceFile(join(folder, 'taken', 'inside'), '');
    await assert.rejects(replaceFile(join(folder, 'taken'), ''));
    assert.deepEqual(await readdir(folder), ['taken']);
  });
  it('hold secrets that are generated once and that only their owner may read', async () => {
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
    assert.equal(await findRunningStack(folder), undefined);
    const mine = stackOf({ supervisor_pid: process.pid, supervisor_command: await commandLine(process.pid) });
    await writeStackFile(folder, mine);
    assert.deepEqual(await findRunningStack(folder), mine);
    await writeStackFile(folder, { ...mine, supervisor_pid: NO_PID });
    assert.equal(await findRunningStack(folder), undefined);
    await removeStackFile(folder);
    assert.equal(await readStackFile(folder), undefined);
    await removeStackFile(folder);
  });
  it('do not take a stranger with the pid of a dead supervisor for a running stack', async () => {
    await writeStackFile(
      folder,
      stackOf({ supervisor_pid: process.pid, supervisor_command: 'node workers/local/set-up.mjs start' }),
    );
    assert.equal(await findRunningStack(folder), undefined);
  });
});
