/** Whether a value of a variable changes anything in the base. */
import type { SolvePayload } from '../messages/payload.ts';
import { alterElement } from './alter-element.ts';
import type { Change, ChangeTarget } from './change.ts';

type Value = number | string;

/**
 * Answers found so far. A matrix has up to 1000 scenarios but few values of a variable, and finding that a value
 * changes none of 2000 loads over a week takes tens of milliseconds. Base and changes must not be mutated.
 */
const FOUND = new WeakMap<SolvePayload, WeakMap<Change, Map<Value, boolean>>>();

export function hasEffect(payload: SolvePayload, change: Change, value: Value): boolean {
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
    return value !== (target.setting === 'solver' ? payload.solver : payload.options?.mip_gap);
  }
  if (typeof value !== 'number') return true;
  const alteration = { mode, value, horizon: payload.horizon };
  const elements = payload[target.collection] ?? [];
  return target.positions.some((position) => {
    const element = elements[position];
    return (
      element !== undefined && alterElement(element, target.collection, target.fields, alteration) !== element
    );
  });
}
