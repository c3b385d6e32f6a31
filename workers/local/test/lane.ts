/** The process of one lane. Runs test files with mocha, and reports every hook and test. */
import { subscribe } from 'node:diagnostics_channel';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Mocha from 'mocha';
import type { Ended, LaneMessage, LaneOrder } from './lane-messages.ts';

const TESTS = fileURLToPath(new URL('../../../test', import.meta.url));
const TEST_MS = 30_000;
const LOAD_MS = 120_000;

const tell = (message: LaneMessage) => void process.send?.(message);

/** Conditions that tests currently wait for, published by `test/support/until.ts`. */
const waits = new Set<string>();
subscribe('test:wait', (message) => {
  const { what, isOver } = message as { what: string; isOver: boolean };
  if (isOver) waits.delete(what);
  else waits.add(what);
});

/** Reason for which the following tests are skipped, published by `test/support/skip.ts`. */
let lack = 'no reason is given';
subscribe('test:skip', (message) => {
  lack = String(message);
});

const fileOf = ({ file, parent }: Mocha.Suite | Mocha.Runnable): string => {
  if (file) return nameOf(file);
  return parent ? fileOf(parent) : 'hooks of all files';
};
const nameOf = (path: string): string => relative(TESTS, path).replace(/\.js$/, '.ts');

class LaneReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const begins = (part: Mocha.Runnable) => {
      lack = 'no reason is given';
      const reportBegin = (limitMs: number) =>
        tell({ tells: 'begun', file: fileOf(part), title: part.fullTitle(), limitMs });
      reportBegin(part.timeout());
      // Follows changes of the limit: a test may change it while it runs, and then run longer than allowed at first.
      const limit = part.timeout.bind(part);
      part.timeout = ((ms) => {
        if (ms === undefined) return limit();
        reportBegin(Number(ms));
        return limit(ms);
      }) as typeof part.timeout;
    };
    const ends = (part: Mocha.Runnable, kind: Ended['kind'], state: Ended['state'], error?: string) =>
      tell({
        tells: 'ended',
        ...{ kind, state, error, file: fileOf(part), title: part.fullTitle(), ms: part.duration ?? 0 },
      });
    runner.on('hook', begins);
    runner.on('test', begins);
    runner.on('hook end', (hook) => ends(hook, 'hook', 'passed'));
    runner.on('pass', (test) => ends(test, 'test', 'passed'));
    runner.on('pending', (test) => ends(test, 'test', 'skipped', lack));
    // A failing hook counts as a failing test.
    runner.on('fail', (part, error) => ends(part, 'test', 'failed', inWords(error)));
  }
}

function inWords(error: Error & { code?: string }): string {
  const text = error.stack ?? String(error);
  const cause =
    error.cause === undefined ? '' : `\ncaused by ${(error.cause as Error)?.stack ?? error.cause}`;
  const waited =
    error.code === 'ERR_MOCHA_TIMEOUT' ? [...waits].map((what) => `\nit waited for: ${what}`) : [];
  return `${text}${cause}${waited.join('')}`;
}

async function run({ files, named }: LaneOrder): Promise<void> {
  const [first = ''] = files;
  const loading = { file: nameOf(first), title: files.length > 1 ? 'the files are loaded' : 'is loaded' };
  tell({ tells: 'begun', ...loading, limitMs: LOAD_MS });
  const mocha = new Mocha({ timeout: TEST_MS, forbidOnly: true, reporter: LaneReporter });
  if (named !== undefined) mocha.fgrep(named);
  for (const file of files) mocha.addFile(file);
  const began = performance.now();
  const loaded = (kind: Ended['kind'], state: Ended['state'], error?: string) =>
    tell({ tells: 'ended', ...loading, kind, state, error, ms: performance.now() - began });
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    loaded('test', 'failed', inWords(error as Error));
    return tell({ tells: 'over' });
  }
  loaded('hook', 'passed');
  mocha.run(() => tell({ tells: 'over' }));
}

// Mocha catches exceptions outside tests, so unhandled rejections are thrown as exceptions.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
process.on('disconnect', () => process.exit());
process.on('message', (order) => void run(order as LaneOrder));
