/**
 * Body of an engine's process: a thread solves, and this one, which nothing blocks, passes on what is asked and told,
 * sets the flag that stops a solver, and sees to it that the process keeps within its memory (`process.argv[2]`, MB).
 */
import { Worker } from 'node:worker_threads';
import type { ThreadInput } from './engine-thread.ts';
import { type Asked, STOP, type Told } from './process-messages.ts';

const memoryMb = Number(process.argv[2]);
const MB = 2 ** 20;
const YOUNG_MB = 96;
/** Between two looks at the memory, ms. */
const LOOK_MS = 50;
/** Share of its memory with which a solver is asked to end with what it has. */
const STOP_SHARE = 0.85;

const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const thread = new Worker(new URL('./engine-thread.js', import.meta.url), {
  // Short-lived terms of rows are most of what is made: with more room for them the collector runs less often.
  resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
});
let looking: NodeJS.Timeout | undefined;
let isShort = false;

/** Nothing less ends a thread that is in a solver. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');
const tell = (told: Told, then?: () => void): void => void process.send?.(told, undefined, undefined, then);
const fail = (message: string): void => tell({ kind: 'error', code: 'SOLVER_ERROR', message }, end);

function look(): void {
  const usedMb = process.memoryUsage.rss() / MB;
  if (usedMb > memoryMb) fail(`The solver ran out of memory: it may have ${memoryMb} MB (SOLVER_MEMORY_MB)`);
  if (usedMb <= STOP_SHARE * memoryMb) return;
  isShort = true;
  Atomics.store(stop, 0, 1);
}

const SHORT = `The search ended early, close to its memory of ${memoryMb} MB (SOLVER_MEMORY_MB)`;

function passOn(told: Told): void {
  if (told.kind === 'result' || told.kind === 'error') clearInterval(looking);
  if (told.kind === 'result' && isShort) {
    const warnings = [...(told.result.warnings ?? []), SHORT];
    tell({ ...told, result: { ...told.result, end_reason: 'memory', warnings } });
  } else tell(told);
}

process.on('message', (message: Asked | typeof STOP) => {
  if (message === STOP) return void Atomics.store(stop, 0, 1);
  Atomics.store(stop, 0, 0);
  isShort = false;
  looking = setInterval(look, LOOK_MS);
  thread.postMessage({ ...message, stop } satisfies ThreadInput);
});
// An answer is waited for until the caller is gone; signals to a group of processes are the caller's to heed.
process.on('disconnect', end);
// It may have gone before anybody listened.
if (!process.connected) end();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
thread.on('message', passOn);
thread.on('error', (error) => fail(`The solver crashed: ${describe(error)}`));
thread.on('exit', (code) => fail(`The solver's thread ended without an answer (${code})`));

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no reason';
  const isHeap = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isHeap ? 'out of memory' : error.message.slice(0, 200);
};
