/** Waits until something holds; fails when it does not in time, by default 20 s, so that nothing waits for ever. */
import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
/** So often does it look in that time. */
const LOOKS = 10_000;
/** Who runs the tests listens, to say what a test waited for that did not end. */
const waits = channel('test:wait');

export async function until(
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + patienceMs;
  const what = String(holds);
  waits.publish({ what, isOver: false });
  try {
    while (!(await holds())) {
      assert.ok(Date.now() < end, `never held: ${what}`);
      await delay(patienceMs / LOOKS);
    }
  } finally {
    waits.publish({ what, isOver: true });
  }
}
