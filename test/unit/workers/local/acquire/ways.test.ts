/** Ways to find an executable: the first one that works is used, and unusable ones are skipped. */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstThatWorks, usable } from '../../../../../workers/local/acquire/ways.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

interface Way {
  readonly name: string;
  find(): Promise<string | undefined>;
}

const TOOL = { name: 'A tool', remedy: 'Install it.' };

describe('the first way that works', () => {
  const absent: Way = { name: 'a setting', find: async () => undefined };
  const failing: Way = {
    name: 'a download',
    find: async () => {
      throw new Error('host unreachable\nnobody answers\na\nb\nc\nlong output\n');
    },
  };

  it('is taken, and those after it are not tried', async () => {
    const never: Way = { name: 'a build', find: async () => assert.fail('tried') };
    const works: Way = { name: 'PATH', find: async () => '/usr/bin/tool' };
    assert.deepEqual(await firstThatWorks(TOOL, [absent, failing, works, never]), {
      found: '/usr/bin/tool',
      way: 'PATH',
    });
  });
  it('is missed in one line: the causes, of a long one its beginning and its end, and the remedy', async () => {
    await assert.rejects(firstThatWorks(TOOL, [absent, failing]), {
      message: 'A tool is missing: a download: host unreachable, nobody answers, c, long output. Install it.',
    });
    await assert.rejects(firstThatWorks(TOOL, [absent]), {
      message: 'A tool is missing: it is not installed. Install it.',
    });
  });
});

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

  it('is not used when it does not run, and the reason is reported', () =>
    withProgram('echo "libcurl.so.4: cannot open shared object file" >&2; exit 127', (command) =>
      assert.rejects(usable(command, [6, 0]), /ended with 127\nlibcurl\.so\.4/),
    ));
});
