/** The best use of demand response at given prices. */
import type { JudgedDemandResponse } from '../schedule/case.ts';
import { at, sum } from '../schedule/series.ts';

/**
 * Largest earnings over the hours, $. Energy that comes back has no limit of power, so that each MWh comes back in the
 * cheapest hour of those allowed, whatever else is reduced, and a day uses its best hours. `may`: hours in which the
 * load may be reduced.
 */
export function mostSaved(
  item: JudgedDemandResponse,
  energy: ArrayLike<number>,
  hours: readonly number[],
  may: (hour: number) => boolean = () => true,
): number {
  const saved = hours.map((hour) =>
    may(hour) ? at(item.shed_max_mw, hour) * Math.max(0, margin(item, energy, hour, hours.length)) : 0,
  );
  return sum(
    daysOf(item, hours).map((day) => {
      const best = day.map((hour) => at(saved, hour)).sort((a, b) => b - a);
      return sum(best.slice(0, item.most_of_day));
    }),
  );
}

/** Profit of a reduced MWh of an hour, $; minus Infinity if it cannot come back. */
function margin(
  { cost, recover_share, recover_within }: JudgedDemandResponse,
  energy: ArrayLike<number>,
  hour: number,
  horizon: number,
): number {
  const earned = at(energy, hour) - cost;
  if (recover_share === 0) return earned;
  let cheapest = Number.POSITIVE_INFINITY;
  for (let back = hour + 1; back <= Math.min(hour + recover_within, horizon - 1); back++)
    cheapest = Math.min(cheapest, at(energy, back));
  return earned - recover_share * cheapest;
}

/** Hours of each day; a single list without a limit. */
export function daysOf({ day, most_of_day }: JudgedDemandResponse, hours: readonly number[]): number[][] {
  const length = Number.isFinite(most_of_day) ? day : hours.length;
  const days: number[][] = [];
  for (let from = 0; from < hours.length; from += length) days.push(hours.slice(from, from + length));
  return days;
}

/** Most load that can come back in an hour, MW. */
export const mostRecovered = (
  { shed_max_mw, recover_share, recover_within }: JudgedDemandResponse,
  hour: number,
): number => recover_share * sum(shed_max_mw.slice(Math.max(0, hour - recover_within), hour));
