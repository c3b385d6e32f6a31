/** A key that two scenarios share only if they give the same case, so that none is solved twice. */
import type { SolvePayload } from '../messages/payload.ts';
import { alterElement } from './apply-changes.ts';
import { type Change, type ChangeTarget, isNeutral } from './change.ts';
import { settingOf } from './settings.ts';

type Value = number | string;

/**
 * JSON of the values that have an effect on the base: a scenario in which a variable has a neutral value
 * equals the one without it. No payload is built.
 */
export function changeKey(
  payload: SolvePayload,
  changes: readonly Change[],
  values: Readonly<Record<string, Value>>,
): string {
  const effective: Change[] = [];
  const key: [string, Value][] = [];
  for (const change of changes) {
    const value = Object.hasOwn(values, change.name) ? values[change.name] : undefined;
    if (value === undefined || isNeutral(change.mode, value)) continue;
    // What an earlier change touched is no longer as in the base, where this one may have had no effect.
    const touched = effective.some((earlier) => overlap(earlier, change));
    if (!touched && !hasEffect(payload, change, value)) continue;
    effective.push(change);
    key.push([change.name, value]);
  }
  return JSON.stringify(key);
}

/** Conservative: the same field of the same collection, whichever elements. */
const overlap = (one: Change, other: Change): boolean =>
  one.targets.some((a) => other.targets.some((b) => shareField(a, b)));

function shareField(a: ChangeTarget, b: ChangeTarget): boolean {
  if ('setting' in a || 'setting' in b) return 'setting' in a && 'setting' in b && a.setting === b.setting;
  return a.collection === b.collection && a.fields.some((field) => b.fields.includes(field));
}

/**
 * Answers found so far. A matrix has up to 1000 scenarios but few values of a variable, and finding that a value
 * changes none of 2000 loads over a week takes tens of milliseconds. Base and changes must not be mutated.
 */
const FOUND = new WeakMap<SolvePayload, WeakMap<Change, Map<Value, boolean>>>();

/** Whether a value of a variable changes anything in the base. */
function hasEffect(payload: SolvePayload, change: Change, value: Value): boolean {
  const found = foundFor(payload, change);
  const known = found.get(value);
  if (known !== undefined) return known;
  const effect = change.targets.some((target) => alters(payload, target, change, value));
  found.set(value, effect);
  return effect;
}

function foundFor(payload: SolvePayload, change: Change): Map<Value, boolean> {
  const ofPayload = FOUND.get(payload) ?? new WeakMap<Change, Map<Value, boolean>>();
  const ofChange = ofPayload.get(change) ?? new Map<Value, boolean>();
  FOUND.set(payload, ofPayload.set(change, ofChange));
  return ofChange;
}

/** Ends at the first element that changes. */
function alters(payload: SolvePayload, target: ChangeTarget, { mode }: Change, value: Value): boolean {
  if ('setting' in target) {
    return value !== settingOf(target.setting).read(payload);
  }
  if (typeof value !== 'number') return true;
  const { horizon, interval_minutes } = payload;
  const alteration = { mode, value, horizon, interval_minutes };
  const elements = payload[target.collection] ?? [];
  return target.positions.some((position) => {
    const element = elements[position];
    return (
      element !== undefined && alterElement(element, target.collection, target.fields, alteration) !== element
    );
  });
}
