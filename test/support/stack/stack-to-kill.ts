/**
 * The private stack of the files of `e2e/kills`: the first that needs it starts it, and it is stopped after the last. Each
 * is given it whole, with settings of its own where it wants some.
 */
import { isDeepStrictEqual } from 'node:util';
import { type PrivateStack, privateStack, untilWhole, WORKERS } from './private-stack.ts';

export const SERVICE = [...WORKERS, 'api'] as const;

type Settings = Readonly<
  Partial<Record<(typeof SERVICE)[number], Readonly<Record<string, string>> | undefined>>
>;

const STOP_MS = 120_000;

let started: Promise<PrivateStack> | undefined;
let given: Settings = {};

/** `settings`: of single processes, until the next file asks. */
export async function stackToKill(settings: Settings = {}): Promise<PrivateStack> {
  started ??= privateStack();
  const running = await started;
  const changed = SERVICE.filter((name) => !isDeepStrictEqual(settings[name], given[name]));
  await Promise.all(changed.map((name) => running.processes.restart(name, settings[name])));
  given = settings;
  await untilWhole(running);
  return running;
}

after(async function () {
  this.timeout(STOP_MS);
  await started?.then(
    (running) => running.stop(),
    () => undefined,
  );
});
