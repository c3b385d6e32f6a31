/**
 * Entry of `npm start`, `npm run demo`, `npm test` and `npm run bench`: installs, builds and finds the servers
 * where that is needed, then runs the job. Built-in modules only, since it runs before `npm ci`.
 */
import { buildIfChanged } from './build-if-changed.mjs';
import { install } from './install.mjs';
import { step } from './step.mjs';

const JOBS = {
  start: async () => (await import('./start.mjs')).start(),
  demo: async (args) => (await import('./demo.mjs')).demo(args),
  test: async (args) => (await import('./test.mjs')).test(args),
  bench: async (args) => (await import('./bench.mjs')).bench(args),
};

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
    const [{ acquireMongod }, { acquireTemporal }] = [
      await import('./acquire-mongod.mjs'),
      await import('./acquire-temporal.mjs'),
    ];
    const mongod = await acquireMongod();
    const temporal = await acquireTemporal();
    return `MongoDB from ${mongod.way}, Temporal from ${temporal.way}`;
  });
  await run(args);
} catch (error) {
  console.error(error.stack && process.env['DEBUG'] ? error.stack : error.message);
  process.exitCode = 1;
}
