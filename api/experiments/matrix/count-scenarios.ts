/** How many scenarios a matrix has, without expanding it: a grid may have more than fit into memory. */
import type { ScenarioMatrix } from '../../../temporal/messages/matrix.ts';
import { axisOf } from './axis-of.ts';

export function countScenarios({ method, variables, scenarios = [], samples = 0 }: ScenarioMatrix): number {
  if (method === 'list') return scenarios.length;
  const counts = variables.map((variable) => axisOf(variable).count);
  if (method === 'grid') return counts.reduce((product, count) => product * count, 1);
  return method === 'one_at_a_time' ? counts.reduce((sum, count) => sum + count, 1) : samples;
}
