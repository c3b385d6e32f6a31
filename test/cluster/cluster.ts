/**
 * `npm run cluster`: runs the cluster until Ctrl-C; `-- test` runs its tests on a cluster of their own, `-- bench` the
 * large storm, whose figures go to `.data/bench-storm.json`, and `-- bench NAME...` benchmarks of `npm run bench` on a
 * cluster.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA, ROOT } from '../../workers/local/plain/paths.mjs';
import { step } from '../../workers/local/plain/step.mjs';
import { findRunningStack, type StackFile } from '../../workers/local/stack/stack-file.ts';
import { untilSignal } from '../../workers/local/stack/with-stack.ts';
import { bench } from '../../workers/local/test/bench.ts';
import { runLanes } from '../../workers/local/test/lanes.ts';
import { conclude, run } from '../../workers/local/test/test.ts';
import { findTests, LONG, toUnits } from '../../workers/local/test/units.ts';
import { removeCluster, startCluster } from './start-cluster.ts';

const BENCH = join(ROOT, 'dist', 'test', 'bench', 'storm.js');
const OWNER_ONLY = 0o700;
const FOLDER = join(DATA, 'cluster');

export async function cluster([what, ...rest]: readonly string[]): Promise<void> {
  if (what === undefined) return start();
  if (what === 'test' && rest.length === 0) return test();
  if (what === 'bench') return rest.length === 0 ? stormBench() : bench(rest, startForBench);
  throw new Error('usage: npm run cluster [-- test|bench [name...]]');
}

const addresses = ({ api_url, temporal_address, mongodb_uri, processes }: StackFile): string =>
  [
    `API ${api_url}`,
    `Temporal ${temporal_address}`,
    `MongoDB ${mongodb_uri}`,
    `${Object.keys(processes).length} processes, their logs in ${join(FOLDER, 'logs')}`,
  ].join('\n');

async function start(): Promise<void> {
  const running = await findRunningStack(FOLDER);
  if (running) {
    console.log(`The cluster is running already.\n${addresses(running)}`);
    return;
  }
  const signal = untilSignal();
  const started = await step('started the cluster', () => startCluster({ dataFolder: FOLDER }));
  console.log(addresses(started.stack));
  if (started.isNew)
    console.log(`Administrator ${started.admin.username}, password ${started.admin.password}`);
  console.log('Ctrl-C stops everything.');
  await signal;
  await step('stopped the cluster', () => started.stop());
}

/** Suites that `npm test` runs as a sample. */
const SAMPLED = [
  ...['e2e/kills', 'e2e/hostile.test.ts', 'e2e/access.test.ts', 'e2e/python'],
  ...['engine/seeded-cases', 'engine/run/cost-interval', 'webhooks'].map(
    (name) => `integration/activities/${name}.test.ts`,
  ),
  'integration/api/formats/other-tools.test.ts',
  ...LONG,
];

/** Runs the tests of the cluster, which start one themselves; then the longest suites at full size, on a stack. */
const test = (): Promise<void> =>
  inFolder(async (folder, signal) => {
    const units = await toUnits(await findTests(['cluster']));
    const onCluster = await runLanes(units, { lanes: 1, folder, signal, again: 1 });
    process.env['TEST_SIZE'] = 'full';
    const onStack = await run(await findTests(SAMPLED), folder, { stacks: 1 });
    conclude({
      passed: onCluster.passed + onStack.passed,
      failed: onCluster.failed + onStack.failed,
      skipped: onCluster.skipped + onStack.skipped,
      files: [],
    });
  });

const startForBench: Parameters<typeof bench>[1] = async ({ dataFolder, env }) => {
  const started = await startCluster({ dataFolder, env });
  return {
    async stop() {
      await started.stop();
      await removeCluster(dataFolder);
    },
  };
};

const stormBench = (): Promise<void> =>
  inFolder(async (folder, signal) => {
    await mkdir(DATA, { recursive: true, mode: OWNER_ONLY });
    const env = { ...process.env, TMPDIR: folder, BENCH_FILE: join(DATA, 'bench-storm.json') };
    const child = spawn(process.execPath, [BENCH], { env, stdio: 'inherit', detached: true });
    signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  });

/** Provides a temporary folder; clusters left in it by an interruption are stopped before it is removed. */
async function inFolder(use: (folder: string, signal: AbortSignal) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-cluster-'));
  const interrupt = new AbortController();
  void untilSignal().then((name) => interrupt.abort(new Error(`ended by ${name}`)));
  try {
    await use(folder, interrupt.signal);
  } finally {
    for (const entry of await readdir(folder)) await removeCluster(join(folder, entry));
    await rm(folder, { recursive: true, force: true });
  }
}
