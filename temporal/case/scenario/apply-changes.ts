/** Builds the payload of a scenario: the base, changed by the values of the scenario's variables. */

import type { ChangeMode } from '../messages/matrix.ts';
import type { Generator, SolvePayload } from '../schema.ts';
import { type Change, type ChangeTarget, isNeutral } from './change.ts';
import { attributeOf, COLLECTIONS, type Collection, type FieldKind } from './collections.ts';
import { withSetting } from './settings.ts';
import { withinLimits } from './within-limits.ts';

type Value = number | string;
type Element = NonNullable<SolvePayload[Collection]>[number];

/**
 * Applies changes in the order of `changes`; variables without a value have no effect. The result shares unchanged
 * parts with `payload`, which is not modified. Throws a TypeError for a value that `acceptsValue` refuses.
 */
export function applyChanges(
  payload: SolvePayload,
  changes: readonly Change[],
  values: Readonly<Record<string, Value>>,
): SolvePayload {
  const changed = changes.reduce((before, change) => {
    const value = Object.hasOwn(values, change.name) ? values[change.name] : undefined;
    return value === undefined ? before : applyChange(before, change, value);
  }, payload);
  return fitted(payload, changed);
}

/**
 * Adjusts data that depend on each other, after all changes: one change may move a limit against which the result of
 * another change is checked.
 */
function fitted(before: SolvePayload, after: SolvePayload): SolvePayload {
  const generators = after.generators.map((unit, g) =>
    withinLimits(before.generators[g] ?? unit, unit, after.horizon),
  );
  const renewables = after.renewables?.map((unit, r) =>
    withinLimits(before.renewables?.[r] ?? unit, unit, after.horizon),
  );
  if (after === before) return after;
  return {
    ...after,
    ...(after.generators !== before.generators && { generators }),
    ...(after.renewables !== before.renewables && { renewables }),
  };
}

const applyChange = (payload: SolvePayload, change: Change, value: Value): SolvePayload =>
  currentTargets(change).reduce((changed, target) => applyTarget(changed, target, change, value), payload);

/**
 * Targets of a change in present names. A stored change may name both a profile and the attribute that has replaced the
 * profile.
 */
function currentTargets({ targets }: Change): readonly ChangeTarget[] {
  const others = targets.filter((target) => 'setting' in target || target.fields.every(isAttribute));
  return others.length > 0 ? others : targets;
}

const isAttribute = (field: string): boolean => field === attributeOf(field);

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

/** Changes the elements at `positions`; returns `elements` itself if no element changes. */
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

export function alterElement<T extends object>(
  element: T,
  collection: Collection,
  fields: readonly string[],
  alteration: Alteration,
): T {
  let altered = element;
  for (const field of fields.map(attributeOf)) {
    const kind = COLLECTIONS[collection].fields.get(field);
    if (kind === undefined) continue;
    const property = kind === 'curve' ? 'cost_curve' : field;
    const before: unknown = Reflect.get(element, property);
    const after = alterField(kind, before, alteration);
    if (after !== before)
      altered = { ...altered, ...withRated(element, field, alteration), [property]: after };
  }
  return altered;
}

/** Changes the attribute's number of the machine (`rated`) together with its list. */
function withRated(element: object, field: string, alteration: Alteration): object {
  const rated: unknown = Reflect.get(element, 'rated');
  if (typeof rated !== 'object' || rated === null || !Object.hasOwn(rated, field)) return {};
  return { rated: { ...rated, [field]: alterField('number', Reflect.get(rated, field), alteration) } };
}

/** Significant digits that a floating-point number keeps after a few operations, so that 0.1 + 0.2 gives 0.3. */
const SIGNIFICANT_DIGITS = 12;

interface Alteration {
  readonly mode: ChangeMode;
  readonly value: number;
  /** Length of an hourly list that a value creates. */
  readonly horizon: number;
  /** Length of the intervals of the case, min; absent = 60. */
  readonly interval_minutes?: number | undefined;
}

/**
 * The value of a field after a change: v' = v * f, v + d, or a. Returns `before` itself if nothing changes, so that
 * unchanged parts can be shared.
 */
function alterField(kind: FieldKind, before: unknown, alteration: Alteration): unknown {
  const { mode, value, horizon } = alteration;
  if (kind === 'curve') return isCurve(before) ? alterCurve(before, alteration) : before;
  if (typeof before === 'number') return alterNumber(kind, before, alteration);
  if (Array.isArray(before)) {
    const elementKind = kind === 'hourly' ? 'number' : kind;
    return shared(before, (element) => alterField(elementKind, element, alteration));
  }
  if (mode !== 'absolute') return before;
  const filled = whole(kind, value, alteration);
  return kind === 'hourly' ? new Array<number>(horizon).fill(filled) : filled;
}

/** Rounds a result. Adding 0 turns -0 into 0: the two differ in some comparisons, but not in JSON. */
const rounded = (result: number): number => Number(result.toPrecision(SIGNIFICANT_DIGITS)) + 0;
function whole(kind: FieldKind, result: number, { interval_minutes = 60 }: Alteration): number {
  // Times are whole hours where intervals are hours or longer.
  const perHour = Math.max(1, 60 / interval_minutes);
  return (kind === 'hours' ? Math.round(result * perHour) / perHour : result) + 0;
}

function alterNumber(kind: FieldKind, before: number, alteration: Alteration): number {
  const { mode, value } = alteration;
  if (mode === 'absolute') return whole(kind, value, alteration);
  // A value multiplied by 1 is returned unchanged, so that it is not rounded.
  if (isNeutral(mode, value)) return before;
  if (kind === 'rating' && before === 0) return before;
  return whole(kind, rounded(mode === 'multiply' ? before * value : before + value), alteration);
}

type Curve = NonNullable<Generator['cost_curve']>;
const isCurve = (value: unknown): value is Curve => Array.isArray(value);

/**
 * Applies a value in $/MWh to the slope of a curve in $/h over MW, c(p). The new curve is f c(p), c(p) + d p, or c(p0)
 * + a (p - p0), where p0 is the first point.
 */
function alterCurve(curve: Curve, { mode, value }: Alteration): Curve {
  if (isNeutral(mode, value)) return curve;
  const first = curve[0] ?? { mw: 0, usd_per_h: 0 };
  const cost = ({ mw, usd_per_h }: Curve[number]): number => {
    if (mode === 'multiply') return usd_per_h * value;
    return mode === 'add' ? usd_per_h + value * mw : first.usd_per_h + value * (mw - first.mw);
  };
  return shared(curve, (point) => {
    const usd_per_h = rounded(cost(point));
    return usd_per_h === point.usd_per_h ? point : { ...point, usd_per_h };
  });
}

/** Changes the elements; returns `before` itself if no element changes. */
function shared<T>(before: T[], alter: (element: T) => T): T[] {
  const after = before.map(alter);
  return after.every((element, at) => Object.is(element, before[at])) ? before : after;
}
