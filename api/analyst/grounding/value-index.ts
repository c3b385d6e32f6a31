/** The facts in the order of their magnitude, so that a figure is found without looking at all of them. */
import type { Fact } from './facts.ts';
import type { Mention, Reading } from './mentions.ts';
import { unitOfKey } from './units.ts';

/** The first fact, in the order in which they were given, that the figure agrees with and that is `wanted`. */
type FindValue = (mention: Mention, wanted: (fact: Fact) => boolean) => Fact | undefined;

export function createValueIndex(facts: readonly Fact[]): FindValue {
  const magnitudes = facts.map(({ value }) => Math.abs(value));
  const places = facts.map((_, place) => place);
  places.sort((a, b) => (magnitudes[a] ?? 0) - (magnitudes[b] ?? 0));
  const sorted = Float64Array.from(places, (place) => magnitudes[place] ?? 0);
  const near = (reading: Reading): number[] => {
    const value = Math.abs(reading.value);
    const slack = slackOf(reading, value + reading.tolerance);
    return places.slice(firstFrom(sorted, value - slack), firstAbove(sorted, value + slack));
  };
  return (mention, wanted) =>
    [...new Set(mention.readings.flatMap(near))]
      .sort((a, b) => a - b)
      .flatMap((place) => facts[place] ?? [])
      .find((fact) => agrees(mention, fact.value) && wanted(fact));
}

/** Position of the first that is not less than `least`; `sorted` ascends. */
const firstFrom = (sorted: Float64Array, least: number): number => bisect(sorted, (value) => value < least);
/** Position of the first that is greater than `most`. */
const firstAbove = (sorted: Float64Array, most: number): number => bisect(sorted, (value) => value <= most);

function bisect(sorted: Float64Array, isBefore: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle] ?? Infinity)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a figure in a text is a value, written with the digits the text gives it. */

/** Floating-point arithmetic, relative. */
const EXACT = 1e-9;

/** How far the figure may be from a value. */
const slackOf = ({ tolerance }: Reading, value: number): number =>
  tolerance + EXACT * Math.max(1, Math.abs(value));

/** A text may say `a drop of 5` of -5, but not -5 of 5. */
export const agrees = ({ readings }: Pick<Mention, 'readings'>, value: number): boolean =>
  readings.some((reading) => {
    const wanted = reading.value < 0 ? value : Math.abs(value);
    return Math.abs(reading.value - wanted) <= slackOf(reading, value);
  });

/** Units that differ cannot mean the same; a unit left open may be any. */
export function sameUnit({ unit }: Pick<Mention, 'unit'>, key: string): boolean {
  const known = unitOfKey(key);
  return unit === null || known === null || unit === known;
}
