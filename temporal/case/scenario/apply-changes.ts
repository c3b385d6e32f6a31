/** The payload of one scenario: the base with the values of the scenario's variables in it. */
import type { SolvePayload } from '../messages/payload.ts';
import { type Alteration, alterElement } from './alter-field.ts';
import type { Change, ChangeTarget } from './change.ts';
import type { Collection } from './collections.ts';
import { withSetting } from './settings.ts';

type Value = number | string;
type Element = NonNullable<SolvePayload[Collection]>[number];

/**
 * In the order of `changes`; a variable without a value leaves the base as it is. Shares what it does not
 * change with `payload`, which stays untouched. Throws a TypeError for a value that `acceptsValue` refuses.
 */
export function applyChanges(
  payload: SolvePayload,
  changes: readonly Change[],
  values: Readonly<Record<string, Value>>,
): SolvePayload {
  return changes.reduce((changed, change) => {
    const value = Object.hasOwn(values, change.name) ? values[change.name] : undefined;
    return value === undefined ? changed : applyChange(changed, change, value);
  }, payload);
}

const applyChange = (payload: SolvePayload, change: Change, value: Value): SolvePayload =>
  change.targets.reduce((changed, target) => applyTarget(changed, target, change, value), payload);

function applyTarget(
  payload: SolvePayload,
  target: ChangeTarget,
  { name, mode }: Change,
  value: Value,
): SolvePayload {
  if ('setting' in target) return withSetting(payload, target.setting, value);
  if (typeof value !== 'number') throw new TypeError(`${name} takes numbers, not ${value}`);
  const { horizon, interval_minutes } = payload;
  return withElements(payload, target, { mode, value, horizon, interval_minutes });
}

function withElements(
  payload: SolvePayload,
  { collection, positions, fields }: Exclude<ChangeTarget, { setting: unknown }>,
  alteration: Alteration,
): SolvePayload {
  const elements: readonly Element[] = payload[collection] ?? [];
  const altered = alterAt(elements, positions, (element) =>
    alterElement(element, collection, fields, alteration),
  );
  return altered === elements ? payload : { ...payload, [collection]: altered };
}

/** `elements` itself when none of them changes. */
function alterAt<T>(elements: readonly T[], positions: readonly number[], alter: (element: T) => T) {
  const altered = [...elements];
  let same = true;
  for (const position of positions) {
    const before = elements[position];
    if (before === undefined) continue;
    const after = alter(before);
    altered[position] = after;
    same &&= after === before;
  }
  return same ? elements : altered;
}
