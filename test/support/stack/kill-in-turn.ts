/** Kills the processes of a private stack one after the other, each time waiting until the service is ready again. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessName } from '../../../workers/local/stack/stack-file.ts';
import type { PrivateStack } from './private-stack.ts';

const VICTIMS: readonly ProcessName[] = ['solver', 'orchestrator', 'api', 'temporal', 'mongod'];

export async function untilReady({ stack }: PrivateStack, limitS = 60): Promise<void> {
  const end = Date.now() + limitS * 1000;
  for (;;) {
    const reply = await fetch(new URL('/health/ready', stack.api_url), {
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined);
    if (reply?.ok) return;
    assert.ok(Date.now() < end, 'the service never came back');
    await delay(50);
  }
}

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
    const at = Date.now();
    const victim = VICTIMS[i % VICTIMS.length] ?? 'api';
    running.kill(victim);
    await delay(100);
    await untilReady(running);
    kills.push({ victim, at, recoveryMs: Date.now() - at });
  }
  return kills;
}
