/** Waits until something holds; fails when it does not in time, by default 8 s, so that nothing waits for ever. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 8000;
/** So often does it look in that time. */
const LOOKS = 4000;

export async function until(
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never held: ${holds}`);
    await delay(patienceMs / LOOKS);
  }
}
