/** Request of a what-if, and its answer: an interval, as text and on a scale. Pure. */
import { money } from '../parts/format.ts';

/** Ends of an interval, $; null if unknown. */
export interface Ends {
  readonly lower_usd: number | null;
  readonly upper_usd: number | null;
}

/** A change of the case as entered so far. */
export interface Draft {
  readonly kind: 'load' | 'unit' | 'out' | 'line';
  /** Name of a unit, id of a line, bus of loads, or `*` for all. */
  readonly name: string;
  /** New value as a percentage of the present one; NaN while the field is empty. */
  readonly percent: number;
  readonly from: number;
  /** Last changed hour. */
  readonly to: number;
}

/** The change as the API expects it; undefined if it changes nothing. */
export function changeOf({ kind, name, percent, from, to }: Draft, hours: number) {
  if (percent === 100 || percentProblem(percent) || name === '') return undefined;
  const some = Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => from + k);
  const isWhole = kind === 'line' || some.length >= hours || some.length === 0;
  return { [kind === 'out' ? 'unit' : kind]: name, factor: percent / 100, ...(!isWhole && { hours: some }) };
}

/** Error message for the percentage; undefined for a valid number. */
export const percentProblem = (percent: number): string | undefined =>
  percent >= 0 && percent < Infinity ? undefined : 'Enter a number of at least 0.';

/**
 * Raises the upper end of the interval of the cost change, because the schedule of the job may not be optimal: the
 * optimal cost of its case may be lower by up to `open_usd`, and the change of the optimal cost larger by as much.
 */
export const withBase = ({ lower_usd, upper_usd }: Ends, open_usd: number): Ends => ({
  lower_usd,
  upper_usd: upper_usd === null ? null : upper_usd + Math.max(0, open_usd),
});

/** Amounts below this are rounding errors, $. */
const CENT = 0.01;

/** Text for the interval of the cost change. */
export function changeWords({ lower_usd: low, upper_usd: high }: Ends): string {
  if (high === null) {
    if (low === null) return 'Unknown so far';
    return `${low < 0 ? 'At most' : 'At least'} ${sideOf(low)}: no schedule yet`;
  }
  if (low === null) return `${high < 0 ? 'At least' : 'At most'} ${sideOf(high)}: no bound yet`;
  if (high - low < CENT) return Math.abs(high) < CENT ? 'No change in cost' : sideOf(high);
  if (low >= 0) return `Between ${money(low)} and ${money(high)} more expensive`;
  if (high <= 0) return `Between ${money(-high)} and ${money(-low)} cheaper`;
  return `Between ${money(-low)} cheaper and ${money(high)} more expensive`;
}

const sideOf = (usd: number): string => (usd < 0 ? `${money(-usd)} cheaper` : `${money(usd)} more expensive`);

/** Margin at each end of the scale, as a share of its range. */
const MARGIN = 0.15;

/** Positions of the interval and of the job's cost on the scale, from 0 to 1. The scale covers the first interval. */
export function scaleOf(first: Ends, now: Ends) {
  const values = [0, first.lower_usd ?? 0, first.upper_usd ?? 0];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.max(most - least, 1);
  const at = (usd: number): number => (usd - least + MARGIN * width) / (width * (1 + 2 * MARGIN));
  return { job: at(0), from: at(now.lower_usd ?? least), to: at(now.upper_usd ?? most) };
}
