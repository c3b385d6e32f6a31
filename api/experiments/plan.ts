/** Plans a matrix over a base payload: the changes of its variables, and every scenario with duplicates identified. */
import type { ScenarioRunRecord, ScenarioValues } from '../../mongo/scenario-runs.ts';
import type { ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import type { StudyOptions } from '../../temporal/case/messages/study-options.ts';
import { acceptsValue, type Change, UnknownVariable } from '../../temporal/case/scenario/change.ts';
import { changeKey } from '../../temporal/case/scenario/change-key.ts';
import { resolveChange } from '../../temporal/case/scenario/resolve-change.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { type FieldProblem, Unprocessable } from '../http/errors.ts';
import { countScenarios, expandMatrix } from './matrix/expand.ts';

export interface PlannedScenario {
  readonly values: ScenarioValues;
  /** Position of the first scenario with the same case; null if this scenario is the first. */
  readonly solvedAs: number | null;
  /** Options and start of a run; absent for a solve. */
  readonly study?: NonNullable<ScenarioRunRecord['study']>;
}

export interface ScenarioPlan {
  readonly changes: readonly Change[];
  readonly scenarios: readonly PlannedScenario[];
  /** Options that all runs share; absent for solves. */
  readonly shared?: StudyOptions;
}

/** Throws if the matrix has too many scenarios. Counts them before expansion, as a grid may exceed memory. */
export function requireFew(matrix: ScenarioMatrix, most: number): number {
  const count = countScenarios(matrix);
  if (count <= most) return count;
  throw refusal([], `The matrix has ${count} scenarios; at most ${most} are accepted`, 'too_long');
}

/** Plans the scenarios. Throws `Unprocessable` for too many scenarios, an unknown variable, or an invalid value. */
export function planScenarios(matrix: ScenarioMatrix, base: SolvePayload, most: number): ScenarioPlan {
  requireFew(matrix, most);
  const changes = matrix.variables.map((variable, at) => {
    try {
      return resolveChange(variable, base);
    } catch (error) {
      if (!(error instanceof UnknownVariable)) throw error;
      throw refusal(['variables', at, 'name'], error.message, 'unknown_variable');
    }
  });
  const scenarios = expandMatrix(matrix);
  const wrong = scenarios.flatMap((values, at) => wrongValues(matrix, changes, values, at));
  if (wrong.length > 0) throw new Unprocessable(wrong);
  return { changes, scenarios: findIdentical(base, changes, scenarios) };
}

/** Invalid values in scenarios of a list; the levels of other methods were checked with their variable. */
const wrongValues = (
  { method }: ScenarioMatrix,
  changes: readonly Change[],
  values: ScenarioValues,
  at: number,
): FieldProblem[] =>
  method !== 'list'
    ? []
    : changes.flatMap((change) => {
        const value = values[change.name];
        if (value === undefined || acceptsValue(change, value)) return [];
        return [
          problemAt(['scenarios', at, change.name], `The variable does not take ${value}`, 'value_error'),
        ];
      });

function findIdentical(
  base: SolvePayload,
  changes: readonly Change[],
  scenarios: readonly ScenarioValues[],
): PlannedScenario[] {
  const first = firstOf();
  return scenarios.map((values, at) => ({ values, solvedAs: first(changeKey(base, changes, values), at) }));
}

/** Returns a function that gives the position at which a key appeared first; null at its first appearance. */
export function firstOf(): (key: string, at: number) => number | null {
  const firstPositions = new Map<string, number>();
  return (key, at) => {
    const before = firstPositions.get(key) ?? null;
    if (before === null) firstPositions.set(key, at);
    return before;
  };
}

const problemAt = (path: FieldProblem['loc'], msg: string, type: string): FieldProblem => ({
  loc: ['body', 'scenario_matrix', ...path],
  msg,
  type,
});
export const refusal = (path: FieldProblem['loc'], msg: string, type: string): Unprocessable =>
  new Unprocessable([problemAt(path, msg, type)]);
