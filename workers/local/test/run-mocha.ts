/** Runs test files with mocha in a process of its own and counts what passed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../plain/paths.mjs';

const MOCHA = join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');
const REPORTER = join(ROOT, 'dist', 'workers', 'local', 'test', 'reporter.js');
const NOTHING = '{"passes":0,"failures":0}';

interface Options {
  /** Takes its temporary files. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the run. */
  readonly signal?: AbortSignal;
  /** When its report is shown; `at its end` is for a run beside another. */
  readonly show?: 'at once' | 'at its end' | 'never';
  /** Files that are left out. */
  readonly without?: readonly string[];
}

export interface Counts {
  readonly passes: number;
  readonly failures: number;
}

/** A run that broke off before its end counts as a failure. */
export async function runMocha(
  files: readonly string[],
  { folder, env = {}, signal, show = 'at once', without = [] }: Options,
): Promise<Counts> {
  const counts = join(await mkdtemp(join(folder, 'counts-')), 'counts.json');
  const ignored = without.flatMap((pattern) => ['--ignore', pattern]);
  const child = spawn(process.execPath, [MOCHA, '--exit', '--reporter', REPORTER, ...ignored, ...files], {
    cwd: ROOT,
    env: { ...process.env, ...env, TMPDIR: folder, COUNTS_FILE: counts },
    stdio: ['ignore', ...OUTPUT[show]],
    // Mocha runs the tests in a child of its own, which may not heed SIGTERM: the group is killed as a whole.
    detached: true,
  });
  const end = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'));
  signal?.addEventListener('abort', end, { once: true });
  const [[code], said] = await Promise.all([once(child, 'close'), child.stdout && text(child.stdout)]);
  signal?.removeEventListener('abort', end);
  if (said) process.stdout.write(said);
  const counted: Counts = JSON.parse(await readFile(counts, 'utf8').catch(() => NOTHING));
  return code === 0 ? counted : { ...counted, failures: Math.max(1, counted.failures) };
}

const OUTPUT = {
  'at once': ['inherit', 'inherit'],
  'at its end': ['pipe', 'inherit'],
  never: ['ignore', 'ignore'],
} as const;
