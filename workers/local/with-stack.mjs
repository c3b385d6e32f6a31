/** Runs work on a stack of its own, which is stopped in order afterwards, also when a signal ends the work early. */
import { setTimeout as delay } from 'node:timers/promises';
import { startStack } from './start-stack.mjs';
import { step } from './step.mjs';
import { untilSignal } from './until-signal.mjs';

/** For interrupted work to end by itself, ms. */
const PATIENCE_MS = 5000;

/** `use(started, signal)` is given what `startStack(options)` resolves with; rejects when a signal came first. */
export async function withStack(options, use) {
  const interrupt = new AbortController();
  // Before the start: the processes have groups of their own and would outlive this one.
  void untilSignal().then((name) => interrupt.abort(new Error(`ended by ${name}`)));
  let started;
  await step('started the stack', async () => {
    started = await startStack(options);
  });
  const work = interrupt.signal.aborted ? undefined : use(started, interrupt.signal);
  try {
    return await Promise.race([work, aborted(interrupt.signal)]);
  } finally {
    await step('stopped the stack', () => started.stop());
    // Without its stack the work ends soon; then nothing goes on behind the caller's back.
    await Promise.race([Promise.allSettled([work]), delay(PATIENCE_MS, undefined, { ref: false })]);
  }
}

const aborted = (signal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
