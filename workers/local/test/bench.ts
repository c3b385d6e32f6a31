/**
 * `npm run bench [-- name...]`: runs the benchmarks in test/bench. A benchmark that needs a stack gets its own. Its
 * JSON goes to `.data/bench-<name>.json`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA, ROOT } from '../plain/paths.mjs';
import { step } from '../plain/step.mjs';
import { startStack } from '../stack/start-stack.ts';
import { untilSignal } from '../stack/with-stack.ts';

const SETTINGS = { RATE_LIMIT_SOLVES_PER_MINUTE: '100000', MAX_OPEN_JOBS: '100000', LOG_LEVEL: 'warn' };

/**
 * Benchmarks that measure a stack, or a cluster, that is started for them. The others need no stack, or start one
 * themselves.
 */
const ON_STACK = [
  'service',
  'job-cpu',
  'jobs',
  'experiments',
  'fairness',
  'report',
  'accounts',
  'audit',
  'hostile',
  'clients',
  'web',
];
const BENCHES = [
  ...ON_STACK,
  'experiment-kills',
  'kills',
  'rolling',
  'study',
  'warm-starts',
  'what-if',
  'power-flow',
  'chat',
  'engine',
  'limits',
  'ceiling',
  'days',
  'curves',
  'sweep',
  'models',
  'walk',
  'mutants',
  'ways',
  'ac-check',
  'connections',
];

interface Place {
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the stack or cluster that is measured. */
type Start = (place: Place) => Promise<{ stop(): Promise<void> }>;

const ownStack: Start = (place) => startStack({ ...place, usualPorts: false });

/** Runs benchmarks. `args`: their names; empty for all. */
export async function bench(args: readonly string[], start = ownStack): Promise<void> {
  const names = args.length > 0 ? args : BENCHES;
  const unknown = names.find((name) => !BENCHES.includes(name));
  if (unknown) throw new Error(`there is no bench ${unknown}: ${BENCHES.join(', ')}`);
  await mkdir(DATA, { recursive: true, mode: 0o700 });
  const dataFolder = await mkdtemp(join(tmpdir(), 'grid-bench-'));
  const interrupt = new AbortController();
  void untilSignal().then(() => interrupt.abort());
  let started: Awaited<ReturnType<Start>> | undefined;
  try {
    if (names.some((name) => ON_STACK.includes(name)))
      await step('started a stack for the bench', async () => {
        started = await start({ dataFolder, env: SETTINGS });
      });
    for (const name of names) await run(name, dataFolder, interrupt.signal);
  } finally {
    await started?.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Runs a benchmark. When it is interrupted, it is asked to end, like its stack. */
async function run(name: string, dataFolder: string, signal: AbortSignal): Promise<void> {
  console.log(`\n${name}`);
  const env = {
    ...process.env,
    STACK_FILE: join(dataFolder, 'stack.json'),
    BENCH_FILE: join(DATA, `bench-${name}.json`),
  };
  const script = join(ROOT, 'dist', 'test', 'bench', `${name}.js`);
  const [code] = await once(spawn(process.execPath, [script], { env, stdio: 'inherit', signal }), 'exit');
  if (code !== 0) throw new Error(`the bench ${name} ended with ${code}`);
}
