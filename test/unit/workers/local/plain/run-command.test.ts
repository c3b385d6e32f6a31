/** Commands of the set-up: their output, their failures, and their deadline. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../../../../../workers/local/plain/run-command.mjs';
import { inTemporaryFolder, script } from '../../../../support/local-stack.ts';

describe('a command of the set-up', () => {
  it('resolves with its output', async () => {
    assert.equal(await runCommand('echo', ['two', 'words']), 'two words\n');
  });

  it('fails with its status and its output on stderr', () =>
    assert.rejects(runCommand('sh', ['-c', 'echo broken >&2; exit 3']), /ended with 3\nbroken/));

  it('quotes the beginning and the end of a long output', () =>
    assert.rejects(
      runCommand('sh', ['-c', 'echo first; seq 9999; echo last; exit 1']),
      ({ message }: Error) => {
        assert.match(message, /ended with 1\nfirst\n1\n2\n[\s\S]*\n\[\.\.\.\]\n[\s\S]*\n9999\nlast\n$/);
        assert.ok(message.length < 5000);
        return true;
      },
    ));

  it('is killed at its deadline, which the error names', () =>
    assert.rejects(runCommand('sleep', ['30'], { deadlineS: 0.1 }), /sleep 30 was stopped after 0\.1 s/));

  it('lets the caller end at once when there is no such command', () => {
    const url = resolve('workers', 'local', 'plain', 'run-command.mjs');
    const script = `import { runCommand } from ${JSON.stringify(url)};
      await runCommand('no-such-command', [], { deadlineS: 600 }).catch(({ code }) => console.log(code));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 5000,
    });
    assert.equal(output, 'ENOENT\n');
  });
});

describe('a command of the set-up that keeps a log', () => {
  /** Output of tools that fail, and the lines of it that lead to the cause. */
  const FAILURES: Readonly<Record<string, { readonly prints: string; readonly tells: readonly string[] }>> = {
    'go without a hash': {
      prints: `go: downloading example.org/a v1.0.0
go: downloading example.org/b v1.2.0
cli.go:11:2: missing go.sum entry for module providing package example.org/b; to add:
\tgo get example.org/cli@v1.8.2`,
      tells: [
        'cli.go:11:2: missing go.sum entry for module providing package example.org/b; to add:',
        'go get example.org/cli@v1.8.2',
      ],
    },
    'npm with another hash': {
      prints: `npm warn deprecated whatwg-encoding@3.1.1: use another
npm warn tarball tarball data for koa@https://example.org/koa.tgz seems to be corrupted. Trying again.
npm error code EINTEGRITY
npm error integrity checksum failed when using sha512: wanted sha512-A but got sha512-B. (17671 bytes)
npm error A complete log of this run can be found in: /tmp/debug-0.log`,
      tells: [
        'npm warn tarball tarball data for koa@https://example.org/koa.tgz seems to be corrupted. Trying again.',
        'npm error integrity checksum failed when using sha512: wanted sha512-A but got sha512-B. (17671 bytes)',
      ],
    },
    'npm without a network': {
      prints: `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error
npm error FetchError: request to https://example.org/koa.tgz failed, reason: connect ECONNREFUSED`,
      tells: [
        'npm error FetchError: request to https://example.org/koa.tgz failed, reason: connect ECONNREFUSED',
      ],
    },
    'pip with another hash': {
      prints: `ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.
    wheel==0.4.0 from https://example.org/wheel.whl:
        Expected sha256 0
             Got        f

[notice] A new release of pip is available`,
      tells: ['ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.', 'Got        f'],
    },
  };
  for (const [what, { prints, tells }] of Object.entries(FAILURES))
    it(`reports the first cause, the last line and where to look: ${what}`, () =>
      inTemporaryFolder(async (folder) => {
        const log = join(folder, 'logs', 'tool.log');
        const tool = await script(join(folder, 'tool'), "cat >&2 <<'END'", prints, 'END', 'exit 1');
        await assert.rejects(runCommand(tool, [], { log, see: 'the.lock' }), ({ message }: Error) => {
          const [end = '', ...said] = message.split('\n');
          assert.match(end, /ended with 1$/);
          assert.deepEqual(said, [...tells, `Look at the.lock; the whole output is in ${log}`]);
          return true;
        });
        assert.equal(await readFile(log, 'utf8'), `${prints}\n`);
      }));

  it('reports the cause even if the log cannot be written', () =>
    inTemporaryFolder(async (folder) => {
      const log = join(await script(join(folder, 'file')), 'tool.log');
      await assert.rejects(
        runCommand('sh', ['-c', 'echo broken; exit 3'], { log }),
        /ended with 3\nbroken\nthe output could not be kept: \w+/,
      );
    }));
});
