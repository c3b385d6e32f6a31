/** Kills the processes of a private stack one after the other, each time waiting until the service is ready again. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessName } from '../../../workers/local/stack/stack-file.ts';
import { until } from '../until.ts';
import { type PrivateStack, untilReady, untilWhole } from './private-stack.ts';
import { processOf } from './running-stack.ts';

/** All processes. Without any but the last nothing goes on meanwhile. */
export const VICTIMS: readonly ProcessName[] = ['solver', 'orchestrator', 'temporal', 'mongod', 'api'];

/** Longest that the service may be away, s. */
const AWAY_S = 30;

export interface Kills {
  readonly count: number;
  /** Before each kill, ms. */
  readonly pause: () => number;
  /** False ends the killing early: there is nothing left to interrupt. */
  readonly isOn: () => boolean;
}

export interface Kill {
  readonly victim: ProcessName;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Until the service was ready again, ms. */
  readonly recoveryMs: number;
}

export async function killInTurn(running: PrivateStack, { count, pause, isOn }: Kills): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (let i = 0; i < count && isOn(); i++) {
    await delay(pause());
    if (!isOn()) break;
    kills.push(await killOne(running, VICTIMS[i % VICTIMS.length] ?? 'api'));
  }
  return kills;
}

export async function killOne(running: PrivateStack, victim: ProcessName): Promise<Kill> {
  const at = Date.now();
  const { pid } = processOf(running.stack, victim);
  running.kill(victim);
  await until(() => processOf(running.stack, victim).pid !== pid, AWAY_S * 1000);
  await untilReady(running, AWAY_S);
  return { victim, at, recoveryMs: Date.now() - at };
}

export interface Work {
  /** Begins it; resolves with its id. */
  begin(): Promise<string>;
  /** By a client that asks again while there is no answer. */
  look(id: string): Promise<Progress>;
}

interface Progress {
  readonly status: string;
  /** Its parts that are done: scenarios, days, hours. */
  readonly done: number;
}

/** Which process is killed, when so many parts of the work are done. */
export type KillAt = readonly [victim: ProcessName, done: number];

const PATIENCE_MS = 240_000;
const OVER = ['completed', 'failed', 'cancelled'];

/**
 * Some work of a client whose processes are killed meanwhile: it is to end as if they had not been. Resolves with the id of
 * the work, which has ended well on a stack that is whole again.
 */
export async function underKills(
  running: PrivateStack,
  { begin, look }: Work,
  kills: readonly KillAt[],
): Promise<string> {
  const id = await begin();
  for (const [victim, mark] of kills) {
    await until(async () => {
      const { status, done } = await look(id);
      assert.ok(!OVER.includes(status), `it was ${status} before the ${victim} was killed`);
      return done >= mark;
    }, PATIENCE_MS);
    await killOne(running, victim);
  }
  await until(async () => OVER.includes((await look(id)).status), PATIENCE_MS);
  assert.equal((await look(id)).status, 'completed');
  await untilWhole(running);
  return id;
}
