/**
 * The private stack of the files in `e2e/kills`, started at its first use and stopped after the last file. Each file
 * receives it with all processes running and with the settings that it asks for.
 */
import { isDeepStrictEqual } from 'node:util';
import { type PrivateStack, privateStack, untilWhole, WORKERS } from './private-stack.ts';

export const SERVICE = [...WORKERS, 'api'] as const;

type Settings = Readonly<
  Partial<Record<(typeof SERVICE)[number], Readonly<Record<string, string>> | undefined>>
>;

const STOP_MS = 120_000;

let started: Promise<PrivateStack> | undefined;
let lastSettings: Settings = {};

/** Returns the stack. `settings`: by process; they apply until the next file calls this. */
export async function stackToKill(settings: Settings = {}): Promise<PrivateStack> {
  started ??= privateStack();
  const running = await started;
  const changed = SERVICE.filter((name) => !isDeepStrictEqual(settings[name], lastSettings[name]));
  await Promise.all(changed.map((name) => running.processes.restart(name, settings[name])));
  lastSettings = settings;
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
