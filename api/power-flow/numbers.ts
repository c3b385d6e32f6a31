/** How the checks compare and print numbers: limits are inclusive, quantities have four decimals, percentages two. */
import { SLACK } from './limits.ts';

export const isAbove = (value: number, limit: number): boolean => value > limit + SLACK;
export const isBelow = (value: number, limit: number): boolean => value < limit - SLACK;

/** Neither missing nor NaN nor infinite. */
export const isFiniteNumber = (value: number | null | undefined): value is number => Number.isFinite(value);

export const round = (value: number): number => roundTo(value, 1e4);
export const roundPercent = (value: number): number => roundTo(value, 1e2);

/** Doubles from here on have no decimals to round. */
const TOO_LARGE = 1e15;

/** Half away from zero, so that -x rounds like x; never -0. */
function roundTo(value: number, scale: number): number {
  if (!(Math.abs(value) < TOO_LARGE / scale)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale + 0;
}

/** Sums and ratios of legal numbers may overflow, and JSON has no infinity: the largest number stands for it. */
export const clampToFinite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
