/** Commands of the set-up: their output, their failures, and their deadline. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { runCommand } from '../../../../../workers/local/plain/run-command.mjs';

describe('a command of the set-up', () => {
  it('resolves with what it printed', async () => {
    assert.equal(await runCommand('echo', ['two', 'words']), 'two words\n');
  });

  it('fails with its status and what it printed on stderr', () =>
    assert.rejects(runCommand('sh', ['-c', 'echo broken >&2; exit 3']), /ended with 3\nbroken/));

  it('is killed at its deadline', () =>
    assert.rejects(runCommand('sleep', ['30'], { deadlineS: 0.1 }), /ended with SIGKILL/));

  it('lets the caller end at once when there is no such command', () => {
    const url = resolve('workers', 'local', 'plain', 'run-command.mjs');
    const script = `import { runCommand } from ${JSON.stringify(url)};
      await runCommand('no-such-command', [], { deadlineS: 600 }).catch(({ code }) => console.log(code));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 5000,
    });
    assert.equal(said, 'ENOENT\n');
  });
});
