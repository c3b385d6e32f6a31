/** The base unchanged, then each level of each variable with all others left alone. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import { axisOf } from './axis-of.ts';
import type { ScenarioValues } from './scenario-values.ts';

export function oneAtATime(variables: readonly Variable[]): ScenarioValues[] {
  return [{}, ...variables.flatMap(alone)];
}

function alone(variable: Variable): ScenarioValues[] {
  const axis = axisOf(variable);
  return Array.from({ length: axis.count }, (_, index) => ({ [variable.name]: axis.level(index) }));
}
