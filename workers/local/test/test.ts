/** `npm test`: lint, then every suite, those that need servers against one real stack. Ends with the counts. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { step } from '../plain/step.mjs';
import type { StartedStack } from '../stack/start-stack.ts';
import { stopLeftovers } from '../stack/stop-leftovers.ts';
import { withStack } from '../stack/with-stack.ts';
import { type Counts, runMocha } from './run-mocha.ts';

const SUITES = ['unit', 'replay', 'integration', 'e2e'];
/**
 * What computes and needs no server. It runs beside the other tests, which mostly wait for the stack, so that two
 * processors have something to do all the time.
 */
const COMPUTING = [
  'unit',
  'replay',
  'integration/activities/{engine,solvers,uc,verifier}',
  'integration/api/formats',
  'integration/mongo/seed',
  'integration/temporal',
  'integration/workers/http',
];
const filesOf = (folder: string): string => `dist/test/${folder}/**/*.test.js`;
/** Tests submit faster than a person would, and hash more passwords. */
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  LOG_LEVEL: 'info',
};
const LINT_S = 120;

/** `args` names suites; none = all of them. */
export async function test(args: readonly string[]): Promise<void> {
  const suites = args.length > 0 ? args : SUITES;
  await step('lint', async () => {
    await runCommand('npm', ['run', '--silent', 'lint'], { cwd: ROOT, deadlineS: LINT_S });
  });
  const { passes, failures } = await inFolder((folder) => run(suites, folder));
  console.log(`${passes} passed, ${failures} failed`);
  if (failures > 0 || passes === 0) process.exitCode = 1;
}

async function run(suites: readonly string[], folder: string): Promise<Counts> {
  const isWanted = (part: string) => suites.some((suite) => part.split('/')[0] === suite);
  const computing = COMPUTING.filter(isWanted).map(filesOf);
  const others = suites.filter((suite) => !COMPUTING.includes(suite)).map(filesOf);
  if (others.length === 0) return runMocha(computing, { folder });
  return withStack({ dataFolder: folder, env: SETTINGS, usualPorts: false }, async ({ stack }, signal) => {
    const env = environment(stack, folder);
    const runs = [
      runMocha(others, { folder, env, signal, without: COMPUTING.map(filesOf) }),
      ...(computing.length > 0 ? [runMocha(computing, { folder, signal, show: 'at its end' })] : []),
    ];
    return (await Promise.all(runs)).reduce(added);
  });
}

const added = (one: Counts, other: Counts): Counts => ({
  passes: one.passes + other.passes,
  failures: one.failures + other.failures,
});

const environment = (stack: StartedStack['stack'], folder: string) => ({
  STACK_FILE: join(folder, 'stack.json'),
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
});

/** A temporary folder; stacks that broken-off tests left running in it are stopped before it goes. */
async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-test-'));
  try {
    return await use(folder);
  } finally {
    for (const entry of await readdir(folder)) await stopLeftovers(join(folder, entry), console.log);
    await rm(folder, { recursive: true, force: true });
  }
}
