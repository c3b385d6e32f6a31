/** Runs of mocha are counted, also those that break off. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine } from '../../../../../workers/local/processes.ts';
import { type Counts, runMocha } from '../../../../../workers/local/test/run-mocha.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

const run = (contents: string, check: (counts: Counts) => void) =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'a.test.mjs');
    await writeFile(file, contents);
    check(await runMocha([file], { folder, show: 'never' }));
  });

describe('a run of the tests', () => {
  it('is counted', () => {
    const tests = `it('holds', () => {}); it('holds too', () => {}); it('fails', () => { throw new Error('no'); });`;
    return run(tests, ({ passes, failures }) => assert.deepEqual([passes, failures], [2, 1]));
  });

  it('counts as failed when a file cannot be loaded', () =>
    run('import "./missing.mjs";', (counts) => assert.deepEqual(counts, { passes: 0, failures: 1 })));

  it('ends with the signal, and so does the process that runs the tests', () =>
    inTemporaryFolder(async (folder) => {
      const [file, note] = [join(folder, 'a.test.mjs'), join(folder, 'pid')];
      await writeFile(
        file,
        `import { writeFileSync } from 'node:fs';
        process.on('SIGTERM', () => {});
        it('waits', (done) => writeFileSync(${JSON.stringify(note)}, String(process.pid))).timeout(60_000);`,
      );
      const stop = new AbortController();
      const ended = runMocha([file], { folder, show: 'never', signal: stop.signal });
      const pid = async () => Number(await readFile(note, 'utf8').catch(() => '0'));
      while ((await pid()) === 0) await delay(20);
      stop.abort();
      assert.deepEqual(await ended, { passes: 0, failures: 1 });
      while (await commandLine(await pid())) await delay(20);
    }));
});
