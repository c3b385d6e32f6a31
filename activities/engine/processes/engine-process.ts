/**
 * Body of an engine process. One thread solves. The main thread never blocks: it passes messages on, sets the flag that
 * stops a solver, and keeps the process within its memory limit (`process.argv[2]`, MB).
 */
import { Worker } from 'node:worker_threads';
import type { ThreadInput } from './engine-thread.ts';
import { type ProcessMessage, type ProcessRequest, STOP } from './process-messages.ts';

const memoryMb = Number(process.argv[2]);
const MB = 2 ** 20;
const YOUNG_MB = 96;
/** Interval between checks of the memory, ms. */
const LOOK_MS = 50;
/** Share of the memory limit at which a solver is asked to end with its best schedule. */
const STOP_SHARE = 0.85;

const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const thread = new Worker(new URL('./engine-thread.js', import.meta.url), {
  // Most allocations are short-lived terms of rows; with more room for them, the garbage collector runs less often.
  resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
});
let looking: NodeJS.Timeout | undefined;
let isShort = false;

/** Kills the process: no other signal ends a thread that is inside a solver. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');
const tell = (message: ProcessMessage, then?: () => void): void =>
  void process.send?.(message, undefined, undefined, then);
const fail = (message: string): void => tell({ kind: 'error', code: 'SOLVER_ERROR', message }, end);

function look(): void {
  const usedMb = process.memoryUsage.rss() / MB;
  if (usedMb > memoryMb) fail(`The solver ran out of memory: its limit is ${memoryMb} MB (SOLVER_MEMORY_MB)`);
  if (usedMb <= STOP_SHARE * memoryMb) return;
  isShort = true;
  Atomics.store(stop, 0, 1);
}

const SHORT = `The search ended early, close to its memory limit of ${memoryMb} MB (SOLVER_MEMORY_MB)`;

function passOn(message: ProcessMessage): void {
  if (message.kind === 'result' || message.kind === 'error') clearInterval(looking);
  if (message.kind === 'result' && isShort) {
    const warnings = [...(message.result.warnings ?? []), SHORT];
    tell({ ...message, result: { ...message.result, end_reason: 'memory', warnings } });
  } else tell(message);
}

process.on('message', (message: ProcessRequest | typeof STOP) => {
  if (message === STOP) return void Atomics.store(stop, 0, 1);
  Atomics.store(stop, 0, 0);
  isShort = false;
  looking = setInterval(look, LOOK_MS);
  thread.postMessage({ ...message, stop } satisfies ThreadInput);
});
// The process waits for requests until its caller disconnects. Signals to the process group are handled by the caller.
process.on('disconnect', end);
// The caller may have disconnected before the listener was added.
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
