/**
 * `npm run from-nothing`: what a machine meets that has nothing cached. Clones the last commit into a temporary folder, gives
 * every cache an empty folder there, and runs `npm run demo`, which tells the seconds of each step. With `--if-changed` only
 * where that has not passed yet on this machine for what the set-up is made from, and where the registries answer.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, ROOT } from './plain/paths.mjs';
import { runCommand } from './plain/run-command.mjs';
import { step } from './plain/step.mjs';

/** What decides how a machine is set up. */
const MADE_FROM = [
  'package-lock.json',
  'temporal/server',
  'workers/local/acquire',
  'workers/local/plain',
  'workers/local/set-up.mjs',
  ':(glob)**/requirements*.txt',
];
const MINUTE_S = 60;
const LONGEST_S = 40 * MINUTE_S;

/** @param {string} folder */
const emptyCaches = (folder) => ({
  ...process.env,
  XDG_CACHE_HOME: join(folder, 'cache'),
  npm_config_cache: join(folder, 'npm'),
  GOPATH: join(folder, 'go'),
  GOMODCACHE: join(folder, 'go', 'modules'),
  GOCACHE: join(folder, 'go', 'builds'),
  // Else its modules could not be deleted.
  GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim(),
  PIP_NO_CACHE_DIR: '1',
});

/** Where it is noted that a set-up made from the same files has passed. */
async function noteOfToday() {
  const files = await runCommand('git', ['ls-files', '--stage', '--', ...MADE_FROM], { cwd: ROOT });
  const key = createHash('sha256').update(files).digest('hex').slice(0, 16);
  return join(cacheFolder(), 'from-nothing', key);
}

/**
 * Why nothing can be fetched here; undefined when it can.
 * @param {NodeJS.ProcessEnv} env
 */
async function unreachable(env) {
  const cwd = join(ROOT, 'temporal', 'server');
  try {
    await runCommand('npm', ['view', 'koa', 'version'], { env, deadlineS: MINUTE_S });
    await runCommand('go', ['mod', 'download', 'github.com/BurntSushi/toml'], {
      cwd,
      env,
      deadlineS: MINUTE_S,
    });
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error).message.split('\n')[0];
  }
}

const note = await noteOfToday();
const isOptional = process.argv.includes('--if-changed');
const folder = await mkdtemp(join(tmpdir(), 'grid-from-nothing-'));
try {
  const env = emptyCaches(folder);
  const isKnown = isOptional && existsSync(note);
  const missing = isOptional && !isKnown ? await unreachable(env) : undefined;
  if (isKnown) console.log('set-up from nothing: passed before, with the same pins');
  else if (missing) console.log(`set-up from nothing: left out, as nothing can be fetched here: ${missing}`);
  else {
    const clone = join(folder, 'clone');
    await step('clone', () =>
      runCommand('git', ['clone', '--quiet', ROOT, clone]).then(() => 'the last commit'),
    );
    await step('npm run demo', () =>
      runCommand('npm', ['run', 'demo'], { cwd: clone, env, show: true, deadlineS: LONGEST_S }).then(
        () => 'passed',
      ),
    );
    await mkdir(join(note, '..'), { recursive: true });
    await writeFile(note, `${new Date().toISOString()}\n`);
  }
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
