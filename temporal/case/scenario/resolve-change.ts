/** What a variable of a scenario matrix changes in a base payload, found by its name. */
import type { Variable } from '../messages/matrix.ts';
import type { SolvePayload } from '../messages/payload.ts';
import { acceptsValue, type Change, type ChangeTarget, UnknownVariable } from './change.ts';
import { COLLECTION_NAMES, COLLECTIONS } from './collections.ts';
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

/**
 * Targets of an exact path `<collection>.<name|*>.<field>`, in which the name may contain dots. Undefined when `variable`
 * does not begin with a collection: then it may be a pattern.
 */
function pathTargets(variable: string, payload: SolvePayload): readonly ChangeTarget[] | undefined {
  const first = variable.indexOf('.');
  const prefix = variable.slice(0, Math.max(first, 0)).toLowerCase();
  const collection = COLLECTION_NAMES.find((known) => known === prefix);
  if (collection === undefined) return undefined;
  const last = variable.lastIndexOf('.');
  if (last === first) throw new UnknownVariable(variable, 'a path has three parts, the last is a field');

  const field = variable.slice(last + 1);
  const { fields, noun, names } = COLLECTIONS[collection];
  if (!fields.has(field)) {
    const known = [...fields.keys()].filter((key) => !key.includes('.')).join(', ');
    throw new UnknownVariable(variable, `${collection} have no numeric field ${field}, but ${known}`);
  }
  const name = variable.slice(first + 1, last);
  const positions = names(payload).flatMap((known, at) => (name === '*' || known === name ? [at] : []));
  if (positions.length > 0) return [{ collection, positions, fields: [field] }];
  throw new UnknownVariable(
    variable,
    name === '*' ? `there are no ${collection}` : `there is no ${noun} ${name}`,
  );
}
