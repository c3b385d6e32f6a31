/** The scenarios as given, their values in the order of the variables. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import type { ScenarioValues } from './scenario-values.ts';

export function list(variables: readonly Variable[], scenarios: readonly ScenarioValues[]): ScenarioValues[] {
  return scenarios.map((values) =>
    Object.fromEntries(
      variables.flatMap(({ name }) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  );
}
