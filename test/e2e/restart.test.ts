/** A process of the stack that is killed comes back, under its old address. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackFile } from '../../workers/local/stack/stack-file.ts';
import { processOf } from '../support/stack/running-stack.ts';

const LIMIT_MS = 20_000;

async function readStack(): Promise<StackFile> {
  const file = process.env['STACK_FILE'];
  if (!file) throw new Error('STACK_FILE is not set: run this suite with `npm test`, which starts the stack');
  return JSON.parse(await readFile(file, 'utf8'));
}

const isReady = async (address: string): Promise<boolean> => {
  const reply = await fetch(new URL(address)).catch(() => undefined);
  return reply?.status === 200;
};

describe('a killed process', function () {
  this.timeout(2 * LIMIT_MS);

  const firstOf = (url: string | readonly string[]): string =>
    typeof url === 'string' ? url : (url[0] ?? '');
  for (const [name, addressOf] of [
    ['api', (stack: StackFile) => `${stack.api_url}/health/ready`],
    ['solver', (stack: StackFile) => `${firstOf(stack.solver_url)}/health`],
  ] as const) {
    it(`of the ${name} is back and ready within 20 s, with its new pid in the stack file`, async () => {
      const before = await readStack();
      assert.ok(await isReady(addressOf(before)));
      const killed = Date.now();
      process.kill(processOf(before, name).pid, 'SIGKILL');
      for (;;) {
        const now = await readStack();
        assert.deepEqual(addressOf(now), addressOf(before));
        if (processOf(now, name).pid !== processOf(before, name).pid && (await isReady(addressOf(now))))
          break;
        assert.ok(Date.now() - killed < LIMIT_MS, `${name} is not ready`);
        await delay(100);
      }
    });
  }
});
