/** Whether a figure in a text is a value, written with the digits the text gives it. */
import type { Mention, Reading } from './mentions/mention.ts';
import { unitOfKey } from './mentions/units.ts';

/** Floating-point arithmetic, relative. */
const EXACT = 1e-9;

/** How far the figure may be from a value. */
export const slackOf = ({ tolerance }: Reading, value: number): number =>
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
