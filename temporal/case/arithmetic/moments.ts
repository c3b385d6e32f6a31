/** The key moments of a day: steepest ramps, peaks, shortages, curtailment, and price differences (pure). */

/** Series of a day with one value per hour, or interval: MW, and prices in $/MWh, averaged over the buses. */
export interface DaySeries {
  readonly load: ArrayLike<number>;
  readonly renewable: ArrayLike<number>;
  readonly unserved: ArrayLike<number>;
  readonly curtailed: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

export interface Moment {
  readonly kind: 'ramp' | 'peak' | 'shortage' | 'curtailment' | 'split';
  readonly hour: number;
  /**
   * Size of the moment, MW; for a ramp, the change from the previous hour; for a price difference, $/MWh between buses.
   */
  readonly size: number;
  /** Number of hours in which the moment occurs; 1 for a ramp and for a peak. */
  readonly hours: number;
}

/** Least size of a moment, MW or $/MWh; smaller sizes are rounding. */
const LEAST = 0.01;

/** Moments of the first `hours` hours, in order of time; kinds of moments that do not occur are omitted. */
export function momentsOf(day: DaySeries, hours: number): Moment[] {
  const at = (values: ArrayLike<number>, t: number): number => values[t] ?? 0;
  const net = (t: number): number => at(day.load, t) - at(day.renewable, t);
  const sizes: Readonly<Record<Moment['kind'], (t: number) => number>> = {
    ramp: (t) => (t === 0 ? 0 : net(t) - net(t - 1)),
    peak: (t) => at(day.load, t),
    shortage: (t) => at(day.unserved, t),
    curtailment: (t) => at(day.curtailed, t),
    split: (t) => at(day.high, t) - at(day.low, t),
  };
  return KINDS.flatMap((kind) => {
    const all = Array.from({ length: hours }, (_, t) => sizes[kind](t));
    const hour = all.reduce((best, size, t) => (Math.abs(size) > Math.abs(all[best] ?? 0) ? t : best), 0);
    const size = all[hour] ?? 0;
    const many = kind === 'ramp' || kind === 'peak' ? 1 : all.filter((value) => value > LEAST).length;
    return Math.abs(size) > LEAST ? [{ kind, hour, size, hours: many }] : [];
  }).sort((a, b) => a.hour - b.hour);
}

const KINDS = ['ramp', 'peak', 'shortage', 'curtailment', 'split'] as const;

/** Number formats of a page or report; `units`: name of the positions, such as `hours`. */
interface Format {
  readonly power: (mw: number) => string;
  readonly price: (usd: number) => string;
  readonly units: string;
}

const inAll = (hours: number, units: string): string => (hours > 1 ? `, the most of ${hours} ${units}` : '');

/** One sentence about a moment. It does not name the hour, which is in the heading. */
export function momentSentence({ kind, size, hours }: Moment, { power, price, units }: Format): string {
  switch (kind) {
    case 'ramp':
      return `Net load ${size > 0 ? 'rises' : 'falls'} by ${power(Math.abs(size))}, the steepest ramp.`;
    case 'peak':
      return `Load peaks at ${power(size)}.`;
    case 'shortage':
      return `${power(size)} of load not served${inAll(hours, units)}.`;
    case 'curtailment':
      return `${power(size)} of renewables curtailed${inAll(hours, units)}.`;
    case 'split':
      return `Prices differ by ${price(size)} between buses${inAll(hours, units)}.`;
  }
}
