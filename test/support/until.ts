/** Waits until a condition holds; fails after a limit, by default 20 s, so that no test waits for ever. */
import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
/** Maximum number of checks of a condition within the limit. */
const LOOKS = 10_000;
/** Channel for waits. The test runner subscribes to it, to report which wait of a test did not end. */
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
