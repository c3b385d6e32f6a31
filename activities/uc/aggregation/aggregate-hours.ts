/** Hours on of single units -> how many of each group are on; open where one of them is. */
import type { Aggregation } from './aggregate-units.ts';

type Hours = readonly (number | undefined)[];

/** `hours`: shape [units][T]; returns shape [merged units][T]. */
export const aggregateHours = (
  { instance: { periods }, members }: Aggregation,
  hours: readonly Hours[],
): (number | undefined)[][] =>
  members.map((group) =>
    Array.from({ length: periods }, (_, t) =>
      group.reduce<number | undefined>((sum, g) => {
        const on = hours[g]?.[t];
        return sum === undefined || on === undefined ? undefined : sum + on;
      }, 0),
    ),
  );
