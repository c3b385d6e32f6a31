/**
 * Entry of `npm start`, `npm run demo`, `npm test`, `npm run bench` and `npm run cluster`: installs, builds and finds the servers
 * as needed, then runs the job. Uses only built-in modules, because it runs before `npm ci`.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './plain/build.mjs';
import { install } from './plain/install.mjs';
import { ROOT } from './plain/paths.mjs';
import { step } from './plain/step.mjs';

/** @param {string} file compiled file, relative to dist/ */
const built = (file) => import(pathToFileURL(join(ROOT, 'dist', file)).href);
/** @param {string} file compiled file of this folder */
const compiled = (file) => built(`workers/local/${file}`);

/** @type {Readonly<Record<string, (args: string[]) => Promise<void>>>} */
const JOBS = {
  start: async () => (await compiled('stack/start.js')).start(),
  demo: async (args) => (await compiled('demo/demo.js')).demo(args),
  test: async (args) => (await compiled('test/test.js')).test(args),
  bench: async (args) => (await compiled('test/bench.js')).bench(args),
  cluster: async (args) => (await built('test/cluster/cluster.js')).cluster(args),
};

/** Gets the solvers, and sets variables that child processes inherit. */
const solvers = async () => `${await nativeHighs()}; ${await cbc()}`;

async function nativeHighs() {
  if (process.env['HIGHS'] === 'wasm') return 'HiGHS as WebAssembly (HIGHS=wasm)';
  try {
    const { found, way } = await (await compiled('acquire/highs.js')).acquireHighs();
    process.env['HIGHS_LIBRARY'] = found;
    return `HiGHS from ${way}`;
  } catch (error) {
    delete process.env['HIGHS_LIBRARY'];
    return `HiGHS as WebAssembly. ${/** @type {Error} */ (error).message}`;
  }
}

async function cbc() {
  try {
    const acquired = await (await compiled('acquire/cbc.js')).acquireCbc();
    process.env['CBC_COMMAND'] = acquired.found;
    return `CBC from ${acquired.way}`;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

const [job = '', ...args] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
try {
  const run = JOBS[job];
  if (!run) throw new Error(`usage: node workers/local/set-up.mjs ${Object.keys(JOBS).join('|')}`);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed, this is ${process.versions.node}`);
  await step('dependencies', install);
  await step('build', buildIfChanged);
  await step('servers', async () => {
    const mongod = await (await compiled('acquire/mongod.js')).acquireMongod();
    const temporal = await (await compiled('acquire/temporal.js')).acquireTemporal();
    return `MongoDB from ${mongod.way}, Temporal from ${temporal.way}`;
  });
  await step('solvers', solvers);
  await run(args);
} catch (error) {
  const { message, stack } = /** @type {Error} */ (error);
  console.error(process.env['DEBUG'] && stack ? stack : message);
  process.exitCode = 1;
}
