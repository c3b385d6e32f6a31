/** The proxies of a cluster: each is the one address of what stands behind it, and is watched, since it has none beside it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../../workers/local/plain/paths.mjs';
import type { StackCommand } from '../../workers/local/stack/run-processes.ts';
import { type Kind, namesOf, type PortOf } from './members.ts';

const HOST = '127.0.0.1';
const PROGRAM = join(ROOT, 'dist', 'test', 'cluster', 'proxy', 'main.js');
const BEHIND: Readonly<Record<string, readonly [protocol: 'http' | 'grpc', kind: Kind]>> = {
  'temporal-proxy': ['grpc', 'temporal'],
  'solver-proxy': ['http', 'solver'],
  'api-proxy': ['http', 'api'],
};
const PROXIES = Object.keys(BEHIND);
const PERIOD_MS = 1000;
const ANSWER_MS = 2000;
/** Questions in a row without an answer. */
const MISSES = 2;

export const proxyProcesses = (portOf: PortOf): readonly StackCommand[] =>
  Object.entries(BEHIND).map(([name, [protocol, kind]]) => {
    const ports = [name, `${name}/health`, ...namesOf(kind)].map((of) => String(portOf(of)));
    return { name, command: process.execPath, args: [PROGRAM, protocol, ...ports] };
  });

/** Whether the proxies reach everything that stands behind them; of one kind only, when it is named. */
export async function reachAll(portOf: PortOf, only?: Kind): Promise<boolean> {
  const proxies = PROXIES.filter((name) => only === undefined || BEHIND[name]?.[1] === only);
  const all = await Promise.all(
    proxies.map(async (name) => {
      const { up } = (await (await ask(name, portOf)).json()) as { up: Record<string, boolean> };
      return Object.values(up).every(Boolean);
    }),
  );
  return all.every(Boolean);
}

const ask = (name: string, portOf: PortOf) =>
  fetch(`http://${HOST}:${portOf(`${name}/health`)}/`, { signal: AbortSignal.timeout(ANSWER_MS) });

/** Kills a proxy that has fallen silent, as liveness probes of containers do, until `signal` aborts. */
export function watchProxies(portOf: PortOf, kill: (name: string) => void, signal: AbortSignal): void {
  for (const name of PROXIES) void watch(name, portOf, kill, signal);
}

async function watch(
  name: string,
  portOf: PortOf,
  kill: (name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let misses = 0; !signal.aborted; ) {
    // One that is not there at all is being started.
    const isSilent = await ask(name, portOf).then(
      () => false,
      (error: Error) => error.name === 'TimeoutError',
    );
    misses = isSilent ? misses + 1 : 0;
    if (misses >= MISSES && !signal.aborted) {
      kill(name);
      misses = 0;
    }
    await delay(PERIOD_MS, undefined, { ref: false });
  }
}
