/** `npm test`: lint, then every suite, those that need servers against one real stack. Ends with the counts. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { runMocha } from './run-mocha.mjs';
import { step } from './step.mjs';
import { stopLeftovers } from './stop-leftovers.mjs';
import { withStack } from './with-stack.mjs';

const SUITES = ['unit', 'replay', 'integration', 'e2e'];
const NEED_SERVERS = ['integration', 'e2e'];
/** Tests submit faster than a person would, and hash more passwords. */
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  LOG_LEVEL: 'info',
};
const LINT_S = 120;

/** `args` names suites; none = all of them. */
export async function test(args) {
  const suites = args.length > 0 ? args : SUITES;
  await step('lint', () =>
    runCommand(join(ROOT, 'node_modules', '.bin', 'biome'), ['check'], { cwd: ROOT, deadlineS: LINT_S }),
  );
  const { passes, failures } = await inFolder((folder) => run(suites, folder));
  console.log(`${passes} passed, ${failures} failed`);
  if (failures > 0 || passes === 0) process.exitCode = 1;
}

function run(suites, folder) {
  const files = suites.map((suite) => `dist/test/${suite}/**/*.test.js`);
  if (!suites.some((suite) => NEED_SERVERS.includes(suite))) return runMocha(files, { folder });
  return withStack({ dataFolder: folder, env: SETTINGS, usualPorts: false }, ({ stack }, signal) =>
    runMocha(files, { folder, env: environment(stack, folder), signal }),
  );
}

const environment = (stack, folder) => ({
  STACK_FILE: join(folder, 'stack.json'),
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
});

/** A temporary folder; stacks that broken-off tests left running in it are stopped before it goes. */
async function inFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'grid-test-'));
  try {
    return await use(folder);
  } finally {
    for (const entry of await readdir(folder)) await stopLeftovers(join(folder, entry), console.log);
    await rm(folder, { recursive: true, force: true });
  }
}
