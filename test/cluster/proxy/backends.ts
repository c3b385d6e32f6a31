/** Backends of a proxy, whose health is checked periodically. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Period of the checks, and time for an answer, ms. A frozen process accepts connections but does not answer. */
const PERIOD_MS = 500;
const ANSWER_MS = 2000;
/** Number of unanswered checks in a row after which a backend is given up: one may be late on a busy machine. */
const MISSES = 2;

interface Backend {
  readonly port: number;
  /** Aborted when the backend is given up. */
  readonly lost: AbortSignal;
}

export interface Backends {
  /** The next healthy backend in turn that is not in `tried`. */
  pick(tried: ReadonlySet<number>): Backend | undefined;
  /** Health of the backends, by port. */
  isUp(): Readonly<Record<string, boolean>>;
}

/** Resolves to false, or rejects, if the backend is not healthy. */
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

/** A signal that any number of waiting requests may listen to. */
function newSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
