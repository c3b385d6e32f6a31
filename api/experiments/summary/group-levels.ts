/** Scenarios by the level of one variable, in the order of the levels; those that leave it alone are left out. */
import type { ScenarioView } from '../scenario-view.ts';

export interface Level {
  readonly value: number | string;
  readonly scenarios: readonly ScenarioView[];
}

export function groupLevels(name: string, scenarios: readonly ScenarioView[]): Level[] {
  const groups = new Map<number | string, ScenarioView[]>();
  for (const scenario of scenarios) {
    const value = scenario.values[name];
    if (value === undefined) continue;
    const group = groups.get(value);
    if (group) group.push(scenario);
    else groups.set(value, [scenario]);
  }
  return [...groups].map(([value, members]) => ({ value, scenarios: members })).sort(byValue);
}

/** Not the order of a language: the same everywhere. */
function byValue({ value: a }: Level, { value: b }: Level): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
