/**
 * How the checks compare and print numbers: limits are inclusive, quantities have four decimals.
 */
import { SLACK } from './limits.ts';

const DECIMALS = 1e4;
/** From here on a double has no four decimals to round. */
const TOO_LARGE = 1e11;

export const isAbove = (value: number, limit: number): boolean => value > limit + SLACK;
export const isBelow = (value: number, limit: number): boolean => value < limit - SLACK;

/** Half away from zero, so that -x rounds like x; never -0. */
export function round(value: number): number {
  if (!(Math.abs(value) < TOO_LARGE)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * DECIMALS)) / DECIMALS + 0;
}

/** Neither missing nor NaN nor infinite. */
export const isFiniteNumber = (value: number | null | undefined): value is number => Number.isFinite(value);

/** Percentages have two decimals; half away from zero, never -0. */
const PERCENT_DECIMALS = 100;
/** From here on a double has no two decimals to round. */
const TOO_LARGE_PERCENT = 1e13;

export function roundPercent(value: number): number {
  if (!(Math.abs(value) < TOO_LARGE_PERCENT)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * PERCENT_DECIMALS)) / PERCENT_DECIMALS + 0;
}

/** Sums and ratios of legal numbers may overflow, and JSON has no infinity: the largest number stands for it. */
export const clampToFinite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
