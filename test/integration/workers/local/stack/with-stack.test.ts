/** An interrupted command with a stack of its own leaves nothing behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../../../../workers/local/processes.ts';
import type { StackFile } from '../../../../../workers/local/stack/stack-file.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

const WITH_STACK = resolve('dist', 'workers', 'local', 'stack', 'with-stack.js');
const ENV = { NODE_ENV: 'test', BCRYPT_COST: '4', MONGODB_URI: '', TEMPORAL_ADDRESS: '' };
/** A command whose work never ends by itself and ignores the signal. */
const script = (dataFolder: string) => `
  import { withStack } from ${JSON.stringify(WITH_STACK)};
  const options = { dataFolder: ${JSON.stringify(dataFolder)}, usualPorts: false };
  await withStack(options, () => new Promise(() => setInterval(() => {}, 1000))).catch(({ message }) => {
    console.log(message);
    process.exit(130);
  });`;

/** Starts the command and records its output. */
function start(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(folder)], {
    env: { ...process.env, ...ENV },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { child, said: () => said, ended: once(child, 'exit') };
}

describe('work on a stack of its own', function () {
  this.timeout(90_000);

  it('that is interrupted stops every process of the stack', () =>
    inTemporaryFolder(async (folder) => {
      const { child, said, ended } = start(folder);
      try {
        while (!said().includes('started the stack')) {
          assert.equal(child.exitCode, null, said());
          await delay(50);
        }
        const stack: StackFile = JSON.parse(await readFile(join(folder, 'stack.json'), 'utf8'));
        const pids = Object.values(stack.processes).map(({ pid }) => pid);
        assert.equal(pids.filter((pid) => isAlive(pid)).length, 5);
        child.kill('SIGINT');
        assert.deepEqual(await ended, [130, null]);
        assert.match(said(), /ended by SIGINT/);
        assert.deepEqual(
          pids.filter((pid) => isAlive(pid)),
          [],
        );
        assert.equal(existsSync(join(folder, 'stack.json')), false);
      } finally {
        child.kill('SIGKILL');
      }
    }));
});
