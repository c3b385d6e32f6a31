/** Runs work on a stack of its own. The stack is stopped in order afterwards, even if a signal ends the work early. */
import { setTimeout as delay } from 'node:timers/promises';
import { step } from '../plain/step.mjs';
import { type StackOptions, type StartedStack, startStack } from './start-stack.ts';

/** Time in which interrupted work may end by itself, ms. */
const PATIENCE_MS = 5000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. Rejects if a signal arrives, which also aborts the `signal` that `work` receives. */
export async function withStack<T>(
  options: StackOptions,
  use: (started: StartedStack, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  // Registered before the start, because the processes have groups of their own and would outlive this process.
  void untilSignal().then((name) => interrupt.abort(new Error(`ended by ${name}`)));
  const started = await step('started the stack', () => startStack(options));
  const over = aborted(interrupt.signal);
  const work = interrupt.signal.aborted ? over : use(started, interrupt.signal);
  try {
    return await Promise.race([work, over]);
  } finally {
    await step('stopped the stack', () => started.stop());
    // The work ends soon without its stack; waiting for it ensures that no work continues after the return.
    await Promise.race([Promise.allSettled([work]), delay(PATIENCE_MS, undefined, { ref: false })]);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Resolves at the first signal; a second signal ends the process at once. */
export function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isEnding = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isEnding) process.exit(1);
        isEnding = true;
        resolve(signal);
      });
    }
  });
}
