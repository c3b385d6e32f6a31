/** What a variable of a scenario matrix changes in a base payload, found by its name. */
import type { Variable } from '../messages/matrix.ts';
import type { SolvePayload } from '../messages/payload.ts';
import { acceptsValue, type Change, type ChangeTarget, UnknownVariable } from './change.ts';
import { pathTargets } from './path-targets.ts';
import { patternTargets } from './pattern-targets.ts';
import { isSetting, settingOf } from './settings.ts';

/** Throws `UnknownVariable` when the name is of no accepted form, or nothing in `payload` answers to it. */
export function resolveChange(variable: Variable, payload: SolvePayload): Change {
  const change = findChange(variable, payload);
  checkValues(variable, change);
  return change;
}

/** Exact names come before patterns: `generators.G1.marginal_cost` also contains `cost`. */
function findChange(variable: Variable, payload: SolvePayload): Change {
  const { name, mode } = variable;
  const exact = settingTargets(variable) ?? pathTargets(name, payload);
  if (exact !== undefined) return { name, mode: mode ?? 'absolute', targets: exact };
  const targets = patternTargets(name, payload);
  if (targets === undefined) throw new UnknownVariable(name, 'there is no such variable');
  return { name, mode: mode ?? 'multiply', targets };
}

/** The ends of a range stand for what lies between them. */
function checkValues({ name, type, values, min, max }: Variable, change: Change): void {
  const levels = type === 'categorical' || type === 'discrete' ? (values ?? []) : [min, max];
  const wrong = levels.find((level) => level !== undefined && !acceptsValue(change, level));
  if (wrong !== undefined) throw new UnknownVariable(name, `the value is ${wrong}, not ${wanted(name)}`);
}

const wanted = (name: string): string => (isSetting(name) ? settingOf(name).wanted : 'a number');

/** Undefined when the variable is not a setting. Settings can only be replaced. */
function settingTargets({ name, mode }: Variable): readonly ChangeTarget[] | undefined {
  if (!isSetting(name)) return undefined;
  if (mode !== undefined && mode !== 'absolute')
    throw new UnknownVariable(name, `the mode of ${name} can only be absolute, not ${mode}`);
  return [{ setting: name }];
}
