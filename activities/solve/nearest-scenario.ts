/**
 * The scenario whose values are nearest to some values: root mean square over the variables of their difference, a
 * share of the range of the variable over all scenarios that are compared; 1 where a text differs. Variables that change
 * costs only count less: a schedule from there fits, and is at worst too dear.
 */
import type { ScenarioValues } from '../../mongo/scenario-runs.ts';

interface Scenario {
  readonly index: number;
  readonly values: ScenarioValues;
}

/** What a difference in a variable that changes costs only counts for. */
const COST_WEIGHT = 0.5;

/**
 * `costs`: names of variables that change costs only. Of two that are equally near, the first in the matrix; undefined
 * when there is none.
 */
export function nearestScenario<S extends Scenario>(
  values: ScenarioValues,
  scenarios: readonly S[],
  costs: readonly string[] = [],
): S | undefined {
  const names = Object.keys(values);
  const ranges = new Map(
    names.map((name) => [name, rangeOf(name, [values, ...scenarios.map((s) => s.values)])]),
  );
  const weight = (name: string): number => (costs.includes(name) ? COST_WEIGHT : 1);
  const squared = ({ values: others }: S): number =>
    names.reduce((sum, name) => {
      const apart = difference(values[name], others[name], ranges.get(name) ?? 0);
      return sum + (weight(name) * apart) ** 2;
    }, 0);
  let nearest: { readonly scenario: S; readonly distance: number } | undefined;
  for (const scenario of scenarios) {
    const distance = squared(scenario);
    const isNearer = distance < (nearest?.distance ?? Infinity);
    const isFirst = distance === nearest?.distance && scenario.index < nearest.scenario.index;
    if (isNearer || isFirst) nearest = { scenario, distance };
  }
  return nearest?.scenario;
}

type Value = ScenarioValues[string] | undefined;

function difference(a: Value, b: Value, range: number): number {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b ? 0 : 1;
  return range > 0 ? Math.abs(a - b) / range : 0;
}

function rangeOf(name: string, all: readonly ScenarioValues[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const values of all) {
    const value = values[name];
    if (typeof value !== 'number') continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
