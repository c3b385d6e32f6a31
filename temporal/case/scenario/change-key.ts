/**
 * Computes a key of a scenario. Two scenarios have the same key only if they give the same case, so that no case is
 * solved twice.
 */
import type { SolvePayload } from '../schema.ts';
import { alterElement } from './apply-changes.ts';
import { type Change, type ChangeTarget, isNeutral } from './change.ts';
import type { Collection } from './collections.ts';
import { settingOf } from './settings.ts';

type Value = number | string;

/**
 * JSON of the values that change the base. A variable with a neutral value counts as absent. The payload of the
 * scenario is not needed.
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
    // If an earlier change applies to the same field, a comparison with the base cannot tell whether the later change
    // has an effect.
    const touched = effective.some((earlier) => overlap(earlier, change));
    if (!touched && !hasEffect(payload, change, value)) continue;
    effective.push(change);
    key.push([change.name, value]);
  }
  return JSON.stringify(key);
}

/**
 * True if two changes apply to the same field of the same collection. Elements are not compared, so the result may be
 * true although no element is changed twice.
 */
const overlap = (one: Change, other: Change): boolean =>
  one.targets.some((a) => other.targets.some((b) => shareField(a, b)));

function shareField(a: ChangeTarget, b: ChangeTarget): boolean {
  if ('setting' in a || 'setting' in b) return 'setting' in a && 'setting' in b && a.setting === b.setting;
  return a.collection === b.collection && a.fields.some((field) => b.fields.includes(field));
}

/** True if a value of a variable may change a number of the base. */
type Effect = (value: number) => boolean;

/** Cache: base -> change -> its effect, which serves all values of the change. Base and changes must not be mutated. */
const EFFECTS = new WeakMap<SolvePayload, WeakMap<Change, Effect>>();

/** True unless it is certain that the value changes nothing in the base. */
const hasEffect = (payload: SolvePayload, change: Change, value: Value): boolean =>
  change.targets.some((target) =>
    'setting' in target
      ? value !== settingOf(target.setting).read(payload)
      : typeof value !== 'number' || effectOf(payload, change)(value),
  );

function effectOf(payload: SolvePayload, change: Change): Effect {
  const ofPayload = EFFECTS.get(payload) ?? new WeakMap<Change, Effect>();
  const effect = ofPayload.get(change) ?? findEffect(payload, change);
  EFFECTS.set(payload, ofPayload.set(change, effect));
  return effect;
}

/**
 * Probe values. A number that is the same after multiplication by -1 is the same after multiplication by any factor;
 * likewise infinity for summands.
 */
const PROBES = { multiply: -1, add: Number.POSITIVE_INFINITY };

/**
 * Finds the effect of a change by scanning the numbers of the base at most twice: a matrix has up to 1000 scenarios of
 * 20 variables, and a base has millions of numbers. A value has an effect if it changes the first element that any
 * value can change; the only value that does not is tested on all elements, once.
 */
function findEffect(payload: SolvePayload, { mode, targets }: Change): Effect {
  const { horizon, interval_minutes } = payload;
  const elements = targets.flatMap((target) => elementsOf(payload, target));
  const altersOne = ({ element, collection, fields }: Targeted, by: number): boolean =>
    alterElement(element, collection, fields, { mode, value: by, horizon, interval_minutes }) !== element;
  if (mode !== 'absolute') {
    const isChanged = elements.some((one) => altersOne(one, PROBES[mode]));
    return () => isChanged;
  }
  // Two probe values are needed, because a number may already equal one of them.
  const first = elements.find((one) => altersOne(one, 0) || altersOne(one, 1));
  let tried: readonly [value: number, isChanged: boolean] | undefined;
  return (value) => {
    if (!first || altersOne(first, value)) return first !== undefined;
    tried ??= [value, elements.some((one) => altersOne(one, value))];
    return tried[0] !== value || tried[1];
  };
}

interface Targeted {
  readonly element: object;
  readonly collection: Collection;
  readonly fields: readonly string[];
}

function elementsOf(payload: SolvePayload, target: ChangeTarget): Targeted[] {
  if ('setting' in target) return [];
  const { collection, positions, fields } = target;
  return positions.flatMap((position) => {
    const element = payload[collection]?.[position];
    return element ? [{ element, collection, fields }] : [];
  });
}
