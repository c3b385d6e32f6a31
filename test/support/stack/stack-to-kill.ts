/**
 * The private stack of the files of `e2e/kills`: the first that needs it starts it, and it is stopped after the last. Each
 * is given it whole, with settings of its own where it wants some.
 */
import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '../../../workers/local/stack/wait-until.ts';
import { watchUrl } from '../watching/scrape.ts';
import { type PrivateStack, privateStack, untilReady } from './private-stack.ts';

const WORKERS = ['orchestrator', 'solver'] as const;
export const SERVICE = [...WORKERS, 'api'] as const;

type Settings = Readonly<
  Partial<Record<(typeof SERVICE)[number], Readonly<Record<string, string>> | undefined>>
>;

const STOP_MS = 120_000;
/** The workers tell whether they can work. */
const WATCHED = { METRICS_ADDRESS: '127.0.0.1:0' };

let started: Promise<PrivateStack> | undefined;
let given: Settings = {};

/** `settings`: of single processes, until the next file asks. */
export async function stackToKill(settings: Settings = {}): Promise<PrivateStack> {
  started ??= privateStack(WATCHED);
  const running = await started;
  const changed = SERVICE.filter((name) => !isDeepStrictEqual(settings[name], given[name]));
  await Promise.all(changed.map((name) => running.processes.restart(name, settings[name])));
  given = settings;
  await untilWhole(running);
  return running;
}

/** Resolves when the API reaches all that it needs, and the workers poll. */
export async function untilWhole(running: PrivateStack): Promise<void> {
  await untilReady(running);
  for (const name of WORKERS)
    await waitUntil(`the ${name}`, async () => {
      const url = await watchUrl(running.stack, name);
      return (await fetch(`${url}/health/ready`)).ok;
    });
}

after(async function () {
  this.timeout(STOP_MS);
  await started?.then(
    (running) => running.stop(),
    () => undefined,
  );
});
