/** `npm test`: runs lint, then every suite in lanes, with real stacks for suites that need servers. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { acquireChromium } from '../acquire/chromium.ts';
import { ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { step } from '../plain/step.mjs';
import { isAlive } from '../processes.ts';
import { stopLeftovers } from '../stack/stack-file.ts';
import type { StartedStack } from '../stack/start-stack.ts';
import { withStack } from '../stack/with-stack.ts';
import { runLanes } from './lanes.ts';
import type { Summary } from './report.ts';
import { findTests, needsBrowser, needsServers, SECONDS, SUITES, toUnits } from './units.ts';

/**
 * Number of lanes: one per processor, from two to six. With more, tests would only wait for the servers, and reach
 * their time limits.
 */
const LANES = Math.min(6, Math.max(2, availableParallelism()));
/**
 * Number of stacks. In a complete run, half of the lanes have a stack each, so that files that use a stack run in
 * parallel; a partial run has one stack.
 */
const STACKS = Math.floor(LANES / 2);
/** Settings of the stacks: tests submit faster than users, and hash more passwords. */
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  LOG_LEVEL: 'info',
};
const LINT_S = 300;
/**
 * Most files that are repeated. On a shared machine, tests that kill processes and wait may fail in parallel with
 * others and pass alone.
 */
const AGAIN = 2;
const FOLDER = 'grid-test-';
/** Duration from which a file is listed in the table that balances the lanes, s. */
const SLOW = 1;
const SLOWEST = 20;

/** Runs tests. `args`: suites, folders or files; empty for all. */
export async function test(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { named: { type: 'string' }, times: { type: 'boolean' } },
  });
  const files = await findTests(positionals);
  await step('lint', async () => {
    await runCommand('npm', ['run', '--silent', 'lint'], { cwd: ROOT, deadlineS: LINT_S });
  });
  if (files.some(needsBrowser)) await step('browser', browser);
  const busy = processorTimes();
  const stacks = positionals.every((name) => SUITES.includes(name)) ? STACKS : 1;
  const summary = await inFolder((folder) => run(files, folder, { stacks, named: values.named }));
  if (values.times) await tellTimes(summary, positionals.length === 0);
  console.log(busy());
  conclude(summary);
}

/** Prints the closing line and sets the exit code. */
export function conclude({ passed, failed, skipped }: Summary): void {
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

interface Run {
  readonly stacks: number;
  /** Text that the names of selected tests contain. */
  readonly named?: string | undefined;
}

/** Finds a browser. Without one, the tests of the pages are skipped; in CI they fail. */
const browser = () =>
  acquireChromium().then(
    ({ way }) => `Chromium from ${way}`,
    ({ message }: Error) => message,
  );

export async function run(
  files: readonly string[],
  folder: string,
  { stacks, named }: Run,
): Promise<Summary> {
  const options = { lanes: LANES, folder, named, again: AGAIN };
  const units = await toUnits(files, stacks);
  if (!files.some(needsServers)) return runLanes(units, { ...options, again: 0 });
  return withStacks(units.some(({ stack }) => stack > 0) ? stacks : 1, folder, (environments, signal) =>
    runLanes(units, { ...options, signal, environments }),
  );
}

/** Starts `count` stacks, one after the other. `use` receives the environments of the lanes, one per stack. */
function withStacks(
  count: number,
  folder: string,
  use: (environments: readonly NodeJS.ProcessEnv[], signal: AbortSignal) => Promise<Summary>,
  started: readonly NodeJS.ProcessEnv[] = [],
): Promise<Summary> {
  const dataFolder = join(folder, `stack-${started.length}`);
  return withStack({ dataFolder, env: SETTINGS, usualPorts: false }, ({ stack }, signal) => {
    const environments = [...started, environment(stack, dataFolder)];
    return environments.length < count
      ? withStacks(count, folder, use, environments)
      : use(environments, signal);
  });
}

const environment = (stack: StartedStack['stack'], folder: string) => ({
  STACK_FILE: join(folder, 'stack.json'),
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
});

/** A temporary folder, named after this process. Stops processes left by aborted runs before it removes their folders. */
async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^grid-test-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await remove(join(tmpdir(), name));
  }
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await remove(folder);
  }
}

async function remove(folder: string): Promise<void> {
  const inside = await readdir(folder, { withFileTypes: true });
  const stacks = inside.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  for (const stack of [folder, ...stacks]) await stopLeftovers(stack, console.log);
  await rm(folder, { recursive: true, force: true });
}

/** Prints the slowest files. With `keep`, also rewrites the table that balances later runs. */
async function tellTimes({ files }: Summary, keep: boolean): Promise<void> {
  const slowest = files
    .map(({ file, tests, hooks }) => ({ file, hooks, all: tests + hooks }))
    .filter(({ all }) => all >= SLOW)
    .sort((a, b) => b.all - a.all);
  console.log(`\nThe slowest of ${files.length} files, s: total, and part in hooks`);
  for (const { file, all, hooks } of slowest.slice(0, SLOWEST))
    console.log(`${all.toFixed(1).padStart(7)} ${hooks.toFixed(1).padStart(6)}  ${file}`);
  const table = Object.fromEntries(slowest.map(({ file, all }) => [file, Math.round(all)]));
  if (keep) await writeFile(SECONDS, `${JSON.stringify(table, null, 2)}\n`);
}

/** Returns a function that reports how long the processors have worked and waited since this call. */
function processorTimes(): () => string {
  const now = () => {
    const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => [user + nice + sys + irq, idle]);
    const sum = (which: number) => times.reduce((total, of) => total + (of[which] ?? 0), 0) / 60_000;
    return { work: sum(0), idle: sum(1), minutes: performance.now() / 60_000 };
  };
  const before = now();
  return () => {
    const after = now();
    const [work, idle] = [after.work - before.work, after.idle - before.idle];
    const share = Math.round((100 * work) / (work + idle));
    const minutes = (after.minutes - before.minutes).toFixed(1);
    return `${minutes} minutes; the processors of this machine worked ${work.toFixed(1)} minutes, ${share} % of the time`;
  };
}
