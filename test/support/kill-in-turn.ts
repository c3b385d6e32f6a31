/** Kills the processes of a private stack one after the other, each time waiting until the service is ready again. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { PrivateStack, ProcessName } from './private-stack.ts';

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

/** How long the service took to be ready again after each kill, ms. */
export async function killInTurn(running: PrivateStack, { count, pause, isOn }: Kills): Promise<number[]> {
  const recoveries: number[] = [];
  for (let i = 0; i < count && isOn(); i++) {
    await delay(pause());
    if (!isOn()) break;
    const began = Date.now();
    running.kill(VICTIMS[i % VICTIMS.length] ?? 'api');
    await delay(100);
    await untilReady(running);
    recoveries.push(Date.now() - began);
  }
  return recoveries;
}
