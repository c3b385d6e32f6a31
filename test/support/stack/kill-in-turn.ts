/** Kills the processes of a private stack one after the other, and waits each time until the service is ready again. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessName } from '../../../workers/local/stack/stack-file.ts';
import { until } from '../until.ts';
import { type PrivateStack, untilReady, untilWhole } from './private-stack.ts';
import { processOf } from './running-stack.ts';

/** Processes in the order in which they are killed. While any but the last is down, no work proceeds. */
export const VICTIMS: readonly ProcessName[] = ['solver', 'orchestrator', 'temporal', 'mongod', 'api'];

/** Longest permitted recovery, s. */
const AWAY_S = 30;

export interface Kills {
  readonly count: number;
  /** Returns the pause before the next kill, ms. */
  readonly pause: () => number;
  /** Returns false to end the killing early, when no work is left to interrupt. */
  readonly isOn: () => boolean;
}

export interface Kill {
  readonly victim: ProcessName;
  /** Time of the kill, ms since 1970. */
  readonly at: number;
  /** Time until the service was ready again, ms. */
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
  /** Starts the work; resolves with the id of the work. */
  begin(): Promise<string>;
  /** Reads the progress; repeats the request until it is answered. */
  look(id: string): Promise<Progress>;
}

interface Progress {
  readonly status: string;
  /** Number of parts that have completed: scenarios, days or hours. */
  readonly done: number;
}

/** Process to kill, and the number of completed parts at which it is killed. */
export type KillAt = readonly [victim: ProcessName, done: number];

const PATIENCE_MS = 240_000;
const OVER = ['completed', 'failed', 'cancelled'];

/**
 * Runs a client's work while processes are killed, and asserts that it ends as it does without kills. Resolves with the
 * id of the work; all processes run again.
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
