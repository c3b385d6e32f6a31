/** `npm test`: lint, then every suite, those that need servers against one real stack. Ends with the counts. */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { startStack } from './start-stack.mjs';
import { step } from './step.mjs';

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
  const withServers = suites.some((suite) => NEED_SERVERS.includes(suite));
  const dataFolder = await mkdtemp(join(tmpdir(), 'grid-test-'));
  let started;
  try {
    if (withServers) {
      await step('started a stack for the tests', async () => {
        started = await startStack({ dataFolder, env: SETTINGS, usualPorts: false });
      });
    }
    const counts = await mocha(suites, dataFolder, started && environment(started.stack, dataFolder));
    console.log(`${counts.passes} passed, ${counts.failures} failed`);
    if (counts.failures > 0 || counts.passes === 0) process.exitCode = 1;
  } finally {
    await started?.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const environment = (stack, dataFolder) => ({
  STACK_FILE: join(dataFolder, 'stack.json'),
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
});

async function mocha(suites, dataFolder, env = {}) {
  const files = suites.map((suite) => `dist/test/${suite}/**/*.test.js`);
  const reporter = join(ROOT, 'workers', 'local', 'reporter.cjs');
  const counts = join(dataFolder, 'counts.json');
  await new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js'), '--exit', '--reporter', reporter, ...files],
      {
        cwd: ROOT,
        env: { ...process.env, ...env, COUNTS_FILE: counts },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    child.on('error', reject);
    child.on('exit', resolve);
  });
  return JSON.parse(await readFile(counts, 'utf8'));
}
