/** Interchangeable units as one unit with a count, so that a model has no two columns for the same decision. */
import type { Instance, Unit } from '../instance.ts';
import { hoursOffBefore, interchangeableKey } from './interchangeable.ts';

export interface Aggregation {
  /** The merged units, in the order of the first member of each. */
  readonly instance: Instance;
  /** Positions in the original instance, ascending; shape [merged units][members]. */
  readonly members: readonly (readonly number[])[];
}

/** A dispatch, and units whose loss is a contingency, stay as they are. */
export function aggregateUnits(instance: Instance): Aggregation {
  const groups = new Map<string, number[]>();
  const alone = unitsOfContingencies(instance);
  for (const [g, unit] of instance.units.entries()) {
    const mayMerge = instance.jobType !== 'ed' && !alone.has(unit.name);
    const key = (mayMerge && interchangeableKey(instance, unit)) || `alone ${g}`;
    const group = groups.get(key);
    if (group) group.push(g);
    else groups.set(key, [g]);
  }
  const members = [...groups.values()];
  const units = members.flatMap(([first = 0, ...rest]) => {
    const unit = instance.units[first];
    return unit ? [rest.length > 0 ? merged(unit, 1 + rest.length) : unit] : [];
  });
  return { instance: { ...instance, units }, members };
}

function unitsOfContingencies({ payload, jobType }: Instance): ReadonlySet<string> {
  const outages = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  return new Set(outages.flatMap(({ generators = [] }) => generators));
}

/** What differs between the members limits none of them, and is left out. */
const merged = (unit: Unit, count: number): Unit => ({
  ...unit,
  count,
  rampUp: Number.POSITIVE_INFINITY,
  rampDown: Number.POSITIVE_INFINITY,
  hoursBefore: unit.onBefore ? unit.hoursBefore : hoursOffBefore(unit),
  powerBefore: null,
});
