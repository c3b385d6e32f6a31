/**
 * How the checks compare and print numbers: limits are inclusive, quantities have four decimals.
 *
 * @module
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
