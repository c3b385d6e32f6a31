/**
 * Kills and freezes the processes of a cluster, one kind after the other and each in both ways; at most two processes
 * are down at a time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../../workers/local/processes.ts';
import type { Kind } from '../../cluster/members.ts';
import type { Cluster } from '../../cluster/start-cluster.ts';
import type { Random } from '../cases/random.ts';
import { namesOfKind, type Role, rolesOf } from './standing.ts';

export interface ClusterHit {
  readonly target: string;
  readonly name: string;
  readonly how: 'SIGKILL' | 'SIGSTOP';
  /** Duration of a freeze, s; 0 for a kill. */
  readonly seconds: number;
  /** Time for which the whole service stands still, ms, because the process is the only one of its kind. */
  readonly standstillMs: number;
  /** Time of the hit, ms since 1970. */
  readonly at: number;
}

const TARGETS = [
  ...(['api', 'orchestrator', 'solver', 'temporal'] as const),
  ...(['primary', 'secondary', 'postgres'] as const),
  ...(['api-proxy', 'temporal-proxy', 'solver-proxy'] as const),
] as const satisfies readonly Role[];
type Target = (typeof TARGETS)[number];

const AT_ONCE = 2;
const LONGEST_S = 30;
const POLL_MS = 100;

interface Hits {
  readonly count: number;
  readonly random: Random;
  /** Range of the pause before each hit, ms. */
  readonly pauseMs: readonly [least: number, most: number];
  /** Called after each hit. `hits`: number of hits so far. */
  onHit(hits: number): void;
}

export async function hitInTurn(
  cluster: Cluster,
  { count, random, pauseMs, onHit }: Hits,
): Promise<readonly ClusterHit[]> {
  const hits: ClusterHit[] = [];
  const frozen = new Map<Kind, Promise<void>>();
  for (let n = 0; n < count; n++) {
    await delay(random.integer(...pauseMs));
    const target = TARGETS[n % TARGETS.length] ?? 'api';
    const kind = kindOf(target);
    // Waits for the other member of the kind, which must be up before this one is hit.
    await frozen.get(kind);
    if (frozen.size >= AT_ONCE) await Promise.race(frozen.values());
    const name = await victim(cluster, target, random);
    await untilAlive(cluster, name);
    const how = (n + Math.floor(n / TARGETS.length)) % 2 ? 'SIGSTOP' : 'SIGKILL';
    const seconds = how === 'SIGSTOP' ? random.integer(1, LONGEST_S) : 0;
    const standstillMs = target === 'postgres' ? seconds * 1000 : 0;
    hits.push({ target, name, how, seconds, standstillMs, at: Date.now() });
    if (how === 'SIGKILL') cluster.processes.kill(name);
    else {
      await cluster.freeze(name);
      const over = delay(seconds * 1000)
        .then(() => cluster.thaw(name))
        .finally(() => frozen.delete(kind));
      frozen.set(kind, over);
    }
    onHit(hits.length);
  }
  await Promise.all(frozen.values());
  return hits;
}

const kindOf = (target: Target): Kind => (target === 'primary' || target === 'secondary' ? 'mongod' : target);

const oneOf = (names: readonly string[], random: Random): string =>
  names[random.integer(0, names.length - 1)] ?? '';

/** Chooses a member once all others of its kind are up, since the service may stop if two are down at once. */
async function victim(cluster: Cluster, target: Target, random: Random): Promise<string> {
  const kind = kindOf(target);
  for (;;) {
    const roles = await rolesOf(cluster, kind);
    const fitting = namesOfKind(cluster, kind).filter((_, at) => roles?.[at] === target);
    if (fitting.length > 0) return oneOf(fitting, random);
    await delay(POLL_MS);
  }
}

async function untilAlive({ stack }: Cluster, name: string): Promise<void> {
  while (!isAlive(stack.processes[name]?.pid ?? 0)) await delay(POLL_MS);
}
