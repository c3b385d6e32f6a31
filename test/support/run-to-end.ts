/** The result of a check that could be interrupted, without interruption. */
import type { Stepwise } from '../../temporal/json/in-slices.ts';

export function runToEnd<T>(check: Stepwise<T>): T {
  for (;;) {
    const step = check.next();
    if (step.done) return step.value;
  }
}

/** Runs a stepwise computation to its end, without a pause. */
export function runSteps<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
