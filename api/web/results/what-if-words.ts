/** What a what-if asks, and what its interval says in words and on a scale (pure). */
import { money } from '../parts/format.ts';

/** $; null = not known. */
export interface Ends {
  readonly lower_usd: number | null;
  readonly upper_usd: number | null;
}

/** What of the case is changed, with a factor. */
export interface Draft {
  readonly kind: 'load' | 'unit' | 'out' | 'line';
  /** Name of the unit, id of the line, bus of the load or `*`. */
  readonly name: string;
  /** Percent of what it is now; not a number while its field is empty. */
  readonly percent: number;
  readonly from: number;
  /** The last hour that changes. */
  readonly to: number;
}

/** A change as the route takes it; undefined where the draft changes nothing. */
export function changeOf({ kind, name, percent, from, to }: Draft, hours: number) {
  if (percent === 100 || percentProblem(percent) || name === '') return undefined;
  const some = Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => from + k);
  const isWhole = kind === 'line' || some.length >= hours || some.length === 0;
  return { [kind === 'out' ? 'unit' : kind]: name, factor: percent / 100, ...(!isWhole && { hours: some }) };
}

/** Stands at the field; undefined where the number can be asked. */
export const percentProblem = (percent: number): string | undefined =>
  percent >= 0 && percent < Infinity ? undefined : 'Enter a number of at least 0.';

/**
 * The schedule of the job is itself proven to a bound only, so the case may cost `open_usd` less before its change, and the
 * change as much more.
 */
export const withBase = ({ lower_usd, upper_usd }: Ends, open_usd: number): Ends => ({
  lower_usd,
  upper_usd: upper_usd === null ? null : upper_usd + Math.max(0, open_usd),
});

/** Less is rounding, $. */
const CENT = 0.01;

/** How much the cost changes, in words. */
export function changeWords({ lower_usd: low, upper_usd: high }: Ends): string {
  if (high === null)
    return low === null ? 'Not known yet' : `${sideOf(low)}, or more: no schedule is known yet`;
  if (low === null) return `At most ${sideOf(high)}: no bound is known`;
  if (high - low < CENT) return Math.abs(high) < CENT ? 'No change in cost' : sideOf(high);
  if (low >= 0) return `Between ${money(low)} and ${money(high)} more expensive`;
  if (high <= 0) return `Between ${money(-high)} and ${money(-low)} cheaper`;
  return `Between ${money(-low)} cheaper and ${money(high)} more expensive`;
}

const sideOf = (usd: number): string => (usd < 0 ? `${money(-usd)} cheaper` : `${money(usd)} more expensive`);

/** Room at either end, as a share of what the scale holds. */
const MARGIN = 0.15;

/** Where the interval and the cost of the job lie on a scale that holds the first interval, 0 to 1. */
export function scaleOf(first: Ends, now: Ends) {
  const known = [0, first.lower_usd ?? 0, first.upper_usd ?? 0];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const width = Math.max(most - least, 1);
  const at = (usd: number): number => (usd - least + MARGIN * width) / (width * (1 + 2 * MARGIN));
  return { job: at(0), from: at(now.lower_usd ?? least), to: at(now.upper_usd ?? most) };
}
