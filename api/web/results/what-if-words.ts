/** Request of a what-if, and its interval as text and on a scale (pure). */
import { money } from '../parts/format.ts';

/** Ends of an interval, $; null: unknown. */
export interface Ends {
  readonly lower_usd: number | null;
  readonly upper_usd: number | null;
}

/** Change of the case. */
export interface Draft {
  readonly kind: 'load' | 'unit' | 'out' | 'line';
  /** Unit name, line id, load bus or `*`. */
  readonly name: string;
  /** Percent of the present value; NaN while the field is empty. */
  readonly percent: number;
  readonly from: number;
  /** Last changed hour. */
  readonly to: number;
}

/** Change in the form of the API; undefined if nothing changes. */
export function changeOf({ kind, name, percent, from, to }: Draft, hours: number) {
  if (percent === 100 || percentProblem(percent) || name === '') return undefined;
  const some = Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => from + k);
  const isWhole = kind === 'line' || some.length >= hours || some.length === 0;
  return { [kind === 'out' ? 'unit' : kind]: name, factor: percent / 100, ...(!isWhole && { hours: some }) };
}

/** Error of the field; undefined for a valid number. */
export const percentProblem = (percent: number): string | undefined =>
  percent >= 0 && percent < Infinity ? undefined : 'Enter a number of at least 0.';

/**
 * Widens the interval by the gap of the job: its case may cost `open_usd` less than its schedule, so the change may cost
 * as much more.
 */
export const withBase = ({ lower_usd, upper_usd }: Ends, open_usd: number): Ends => ({
  lower_usd,
  upper_usd: upper_usd === null ? null : upper_usd + Math.max(0, open_usd),
});

/** Smaller amounts are rounding errors, $. */
const CENT = 0.01;

/** Text of the cost change. */
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

/** Margin at either end of the scale, as a share of its range. */
const MARGIN = 0.15;

/** Positions of the interval and of the job, 0 to 1, on a scale that spans the first interval. */
export function scaleOf(first: Ends, now: Ends) {
  const values = [0, first.lower_usd ?? 0, first.upper_usd ?? 0];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.max(most - least, 1);
  const at = (usd: number): number => (usd - least + MARGIN * width) / (width * (1 + 2 * MARGIN));
  return { job: at(0), from: at(now.lower_usd ?? least), to: at(now.upper_usd ?? most) };
}
