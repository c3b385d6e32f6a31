/** Every combination of levels; the first variable changes slowest. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import { axisOf } from './axis-of.ts';
import type { ScenarioValues } from './scenario-values.ts';

export function grid(variables: readonly Variable[]): ScenarioValues[] {
  let scenarios: ScenarioValues[] = [{}];
  for (const variable of variables) {
    const axis = axisOf(variable);
    const levels = Array.from({ length: axis.count }, (_, index) => axis.level(index));
    scenarios = scenarios.flatMap((values) => levels.map((level) => ({ ...values, [variable.name]: level })));
  }
  return scenarios;
}
