/** The result of work that could be interrupted, without interruption. */
import type { Stepwise } from '../../temporal/json/in-slices.ts';

export function runToEnd<T>(work: Stepwise<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
