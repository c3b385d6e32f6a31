/** Where a proxy sends: each backend is asked again and again whether it is well. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two questions; for an answer, ms. A frozen process takes connections and says nothing. */
const PERIOD_MS = 500;
const ANSWER_MS = 2000;
/** Questions in a row without an answer, after which it is given up: one may be late on a busy machine. */
const MISSES = 2;

interface Backend {
  readonly port: number;
  /** Aborted when it is given up. */
  readonly lost: AbortSignal;
}

export interface Backends {
  /** The next in turn that is well and was not tried yet. */
  pick(tried: ReadonlySet<number>): Backend | undefined;
  /** By port. */
  isUp(): Readonly<Record<string, boolean>>;
}

/** Rejects, or says false, when the backend is not well. */
export type Check = (port: number, signal: AbortSignal) => Promise<boolean>;

interface Watched {
  readonly port: number;
  up: AbortController | undefined;
  misses: number;
}

export function watchBackends(ports: readonly number[], check: Check): Backends {
  const watched = ports.map((port): Watched => ({ port, up: undefined, misses: 0 }));
  for (const backend of watched) void watch(backend, check);
  let turn = 0;
  return {
    pick(tried) {
      turn += 1;
      for (let n = 0; n < watched.length; n++) {
        const backend = watched[(turn + n) % watched.length];
        if (backend?.up && !tried.has(backend.port)) return { port: backend.port, lost: backend.up.signal };
      }
      return undefined;
    },
    isUp: () => Object.fromEntries(watched.map(({ port, up }) => [port, up !== undefined])),
  };
}

async function watch(backend: Watched, check: Check): Promise<never> {
  for (;;) {
    if (await ask(backend.port, check)) {
      backend.misses = 0;
      backend.up ??= newSignal();
    } else {
      backend.misses += 1;
      if (backend.misses >= MISSES) {
        backend.up?.abort(new Error('it does not answer'));
        backend.up = undefined;
      }
    }
    await delay(PERIOD_MS);
  }
}

const ask = (port: number, check: Check): Promise<boolean> =>
  check(port, AbortSignal.timeout(ANSWER_MS)).catch(() => false);

/** A signal that every waiting request listens to. */
function newSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
