/** Executables that are there but of no use are passed over. */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localModule } from '../../../support/local-module.ts';
import { inTemporaryFolder } from '../../../support/temporary-folder.ts';

type Usable = (command: string, least: [number, number]) => Promise<string>;
const { usable } = await localModule<{ usable: Usable }>('usable');

const withProgram = (script: string, test: (command: string) => Promise<void>) =>
  inTemporaryFolder(async (folder) => {
    const command = join(folder, 'server');
    await writeFile(command, `#!/bin/sh\n${script}\n`);
    await chmod(command, 0o755);
    await test(command);
  });

describe('an executable of a server', () => {
  for (const line of [
    'temporal version 1.8.2 (Server 1.31.2)',
    'db version v1.10.0',
    'server 2.0.0',
    'a build',
  ])
    it(`is used when it calls itself "${line}" and 1.8 is needed`, () =>
      withProgram(`echo "${line}"`, async (command) => assert.equal(await usable(command, [1, 8]), command)));

  it('is not used when it is too old', () =>
    withProgram('echo "temporal version 1.1.2 (Server 1.25.2)"', (command) =>
      assert.rejects(usable(command, [1, 8]), /is 1\.1, at least 1\.8 is needed/),
    ));

  it('is not used when it does not run, and the reason is told', () =>
    withProgram('echo "libcurl.so.4: cannot open shared object file" >&2; exit 127', (command) =>
      assert.rejects(usable(command, [6, 0]), /ended with 127\nlibcurl\.so\.4/),
    ));
});
