/** Scenarios at drawn points: each share of the unit cube becomes a value of its variable. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import { axisOf } from './axis-of.ts';
import type { ScenarioValues } from './scenario-values.ts';

export function sampled(
  variables: readonly Variable[],
  points: readonly (readonly number[])[],
): ScenarioValues[] {
  const axes = variables.map((variable) => ({ name: variable.name, axis: axisOf(variable) }));
  return points.map((shares) =>
    Object.fromEntries(axes.map(({ name, axis }, column) => [name, axis.at(shares[column] ?? 0)])),
  );
}
