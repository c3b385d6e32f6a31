/** Hour with the highest mean price, and a colour scale of prices that outliers do not distort. Pure. */
import { type ColorScale, rising } from '../charts/color-scale.ts';
import { extremes, hourlySums, type Matrix, peakOf, quantile } from './matrix.ts';

/** Share of prices that may lie below the scale, and share that may lie above it. */
const FEW = 0.01;
/** If the highest prices exceed this multiple of the 90th percentile, the scale ends below them. */
const OUTLIER = 3;

export function priceScale(lmp: Matrix): ColorScale {
  const at = (share: number): number => quantile(lmp.values, share);
  const [low, usual, high] = [at(FEW), at(0.9), at(1 - FEW)];
  const top = high > OUTLIER * Math.max(usual, 1) ? 1.5 * Math.max(usual, 1) : high;
  return { ...rising(low, top, at(0.5)), ends: extremes(lmp) };
}

/** Differences between sums of prices below this are rounding errors, $/MWh. */
const ROUNDING = 1e-6;

/** The hour with the highest mean price over the buses; undefined if prices do not vary. */
export function dearestHour(lmp: Matrix): number | undefined {
  const sums = hourlySums(lmp);
  const [most, least] = [peakOf(sums), peakOf(sums, (usd) => -usd)];
  return most && least && most.value - least.value > ROUNDING ? most.hour : undefined;
}
