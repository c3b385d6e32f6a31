/** The result of a check that could be interrupted, without interruption. */
import type { Stepwise } from '../../api/power-flow/in-slices.ts';

export function runToEnd<T>(check: Stepwise<T>): T {
  for (;;) {
    const step = check.next();
    if (step.done) return step.value;
  }
}
