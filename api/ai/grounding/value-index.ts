/** The facts in the order of their magnitude, so that a figure is found without looking at all of them. */
import { agrees, slackOf } from './agrees.ts';
import type { Fact } from './fact.ts';
import type { Mention, Reading } from './mentions/mention.ts';

/** The first fact, in the order in which they were given, that the figure agrees with and that is `wanted`. */
export type FindValue = (mention: Mention, wanted: (fact: Fact) => boolean) => Fact | undefined;

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
