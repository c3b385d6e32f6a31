/** Tests are counted and reported by file and name, also those of an interrupted file. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../../../../workers/local/processes.ts';
import { runLanes } from '../../../../../workers/local/test/lanes.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { until } from '../../../../support/until.ts';

interface Ran {
  readonly counts: readonly number[];
  readonly said: string;
}

/** Runs files with these contents, each a unit, in one lane. */
function run(
  contents: readonly string[],
  check: (ran: Ran) => void,
  options: { readonly named?: string; readonly again?: number } = {},
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const lines: string[] = [];
    const units = contents.map((_, at) => ({ files: [join(folder, `${at}.test.mjs`)], seconds: 9 - at }));
    for (const [at, text] of contents.entries()) await writeFile(join(folder, `${at}.test.mjs`), text);
    const { passed, failed, skipped } = await runLanes(units, {
      ...{ lanes: 1, folder, ...options, say: (line: string) => lines.push(line) },
    });
    check({ counts: [passed, failed, skipped], said: lines.join('\n') });
  });
}

describe('the lanes of the tests', () => {
  it('count passed, failed and skipped tests, and name failed ones', () =>
    run(
      [`it('holds', () => {}); it('fails', () => { throw new Error('no'); });`, `it('is not tried');`],
      ({ counts, said }) => {
        assert.deepEqual(counts, [1, 1, 1]);
        assert.match(said, /0\.test\.mjs: 1 passed, 1 FAILED .*\n {4}fails\n {4}Error: no/);
        assert.match(said, /Failed:\n.*0\.test\.mjs: fails$/m);
      },
    ));

  it('run only tests of the name that is asked for', () =>
    run([`it('one', () => {}); it('two', () => {});`], ({ counts }) => assert.deepEqual(counts, [1, 0, 0]), {
      named: 'tw',
    }));

  it('run a file that failed once more, alone, and say so even if it passes', () =>
    run(
      [
        `import { existsSync, writeFileSync } from 'node:fs';
        const ran = new URL('ran', import.meta.url);
        it('fails once', () => { if (!existsSync(ran)) { writeFileSync(ran, ''); throw new Error('busy'); } });
        it('holds', () => {});`,
        `it('fails', () => { throw new Error('no'); });`,
      ],
      ({ counts, said }) => {
        assert.deepEqual(counts, [2, 1, 0]);
        assert.match(said, /Error: busy/);
        assert.match(
          said,
          /Failed in parallel with other files, and passed alone:\n.*0\.test\.mjs: fails once\n/,
        );
        assert.match(said, /Failed:\n.*1\.test\.mjs: fails$/m);
      },
      { again: 2 },
    ));

  it('run none once more where many failed', () =>
    run(
      [1, 2].map(() => `it('fails', () => { throw new Error('no'); });`),
      ({ counts, said }) => {
        assert.deepEqual(counts, [0, 2, 0]);
        assert.equal(said.match(/Error: no/g)?.length, 2);
      },
      { again: 1 },
    ));

  it('count a file that cannot be loaded as failed, and go on with the next', () =>
    run(['import "./missing.mjs";', `it('holds', () => {});`], ({ counts, said }) => {
      assert.deepEqual(counts, [1, 1, 0]);
      assert.match(said, /Cannot find module/);
    }));

  it('count a process that ends amid a test as failed, and go on with the next', () =>
    run([`it('ends', () => process.exit(7));`, `it('holds', () => {});`], ({ counts, said }) => {
      assert.deepEqual(counts, [1, 1, 0]);
      assert.match(said, /0\.test\.mjs: ends$/m);
      assert.match(said, /its process ended with 7/);
    }));

  it('name the wait of a test that did not end', () =>
    run(
      [
        `import { channel } from 'node:diagnostics_channel';
        it('hangs', () => {
          channel('test:wait').publish({ what: 'the job to end', isOver: false });
          return new Promise(() => setTimeout(() => {}, 60_000));
        }).timeout(50);`,
      ],
      ({ counts, said }) => {
        assert.deepEqual(counts, [0, 1, 0]);
        assert.match(said, /Timeout of 50ms exceeded.*\n(.*\n)*? +it waited for: the job to end/);
      },
    ));

  it('fail a test with an unhandled rejection', () =>
    run(
      [`it('fails', (done) => { Promise.reject(new Error('lost')); setTimeout(done, 50); });`],
      ({ counts, said }) => {
        assert.deepEqual(counts, [0, 1, 0]);
        assert.match(said, /Error: lost/);
      },
    ));

  it('end with the signal, and so does the process that runs the tests', () =>
    inTemporaryFolder(async (folder) => {
      const [file, note] = [join(folder, 'a.test.mjs'), join(folder, 'pid')];
      await writeFile(
        file,
        `import { writeFileSync } from 'node:fs';
        process.on('SIGTERM', () => {});
        it('waits', (done) => writeFileSync(${JSON.stringify(note)}, String(process.pid))).timeout(60_000);`,
      );
      const stop = new AbortController();
      const options = { lanes: 1, folder, signal: stop.signal, say: () => undefined };
      const ended = runLanes([{ files: [file], seconds: 1 }], options);
      const pid = async () => Number(await readFile(note, 'utf8').catch(() => '0'));
      await until(async () => (await pid()) > 0);
      stop.abort();
      assert.equal((await ended).failed, 1);
      await until(async () => !(await commandLine(await pid())));
    }));
});
