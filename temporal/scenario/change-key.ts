/** A key that two scenarios share only if they give the same case, so that none is solved twice. */
import type { SolvePayload } from '../messages/payload.ts';
import type { Change, ChangeTarget } from './change.ts';
import { hasEffect } from './has-effect.ts';
import { isNeutral } from './is-neutral.ts';

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
