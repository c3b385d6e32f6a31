/** Waits until something holds; fails when it does not within 8 s, so that nothing waits for ever. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 8000;

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never held: ${holds}`);
    await delay(2);
  }
}
