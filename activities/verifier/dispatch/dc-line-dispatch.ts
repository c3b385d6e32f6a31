/**
 * The cheapest power of a DC line over all hours, at the prices of its ends. A MWh sent costs c and the price at the
 * sending end; the share that is not lost earns the price at the receiving end. As a function of the power p, which is
 * negative in one direction:
 *
 *     (c + price at from - (1 - l) price at to) p    where p > 0
 *     (-c - price at to + (1 - l) price at from) p   where p < 0
 *
 * The function is convex unless prices are so negative that sending both ways at once would pay. A line sends one way
 * at a time: in such hours the lower hull is used, or the line keeps its direction. Interfaces add a toll per MW.
 */
import type { GridDcLine } from '../schedule/grid.ts';
import { at } from '../schedule/series.ts';
import { type Convex, fromPieces, minimum, plus, widen, within } from './convex.ts';

/** $/MWh, shape [horizon]. */
interface EndPrices {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Per MW from `from` to `to`. */
  readonly toll: readonly number[];
}

interface Slopes {
  /** Cost of a MWh at a power below 0, $/MWh; the next field: above 0. */
  readonly back: number;
  readonly forth: number;
}

function slopesOf({ cost, loss }: GridDcLine, { from, to, toll }: EndPrices, hour: number): Slopes {
  const [near, far] = [at(from, hour), at(to, hour)];
  const more = at(toll, hour);
  return { back: (1 - loss) * near - far - cost + more, forth: near - (1 - loss) * far + cost + more };
}

/** Cost of a power in an hour, $. */
export function costOfPower(line: GridDcLine, prices: EndPrices, hour: number, mw: number): number {
  const { back, forth } = slopesOf(line, prices, hour);
  return (mw < 0 ? back : forth) * mw;
}

/**
 * Cost as a function of the power within the limits of the hour. `keptPower`: power, MW, whose direction the line
 * keeps; undefined = lower hull.
 */
function costs(line: GridDcLine, prices: EndPrices, hour: number, keptPower: number | undefined): Convex {
  const { back, forth } = slopesOf(line, prices, hour);
  const isBent = back > forth && keptPower !== undefined;
  const low = isBent && keptPower >= 0 ? Math.max(0, at(line.least, hour)) : at(line.least, hour);
  const high = isBent && keptPower <= 0 ? Math.min(0, at(line.most, hour)) : at(line.most, hour);
  const value = (low < 0 ? back : forth) * low;
  const [below, above] = [Math.min(0, high) - low, high - Math.max(0, low)];
  const pieces =
    below > 0 && above > 0 && back > forth
      ? [{ width: high - low, slope: (forth * high - value) / (high - low) }]
      : [
          { width: below, slope: back },
          { width: above, slope: forth },
        ];
  return fromPieces(low, value, pieces);
}

/**
 * Least cost, $; Infinity if ramps leave no feasible power. `power`: power of the schedule, MW, whose directions are
 * kept; undefined = a lower bound.
 */
export function cheapestPower(
  line: GridDcLine,
  prices: EndPrices,
  hours: readonly number[],
  power?: readonly number[],
): number {
  const { rampUp, rampDown, before } = line;
  const priced = hours.map((hour) => costs(line, prices, hour, power && at(power, hour)));
  if (!Number.isFinite(rampUp) && !Number.isFinite(rampDown))
    return priced.reduce((usd, hour) => usd + minimum(hour), 0);
  // A ramp limit is capped at the range of all powers: it does not bind there, and is finite.
  const span = Math.max(...line.most) - Math.min(...line.least);
  const [up, down] = [Math.min(rampUp, span), Math.min(rampDown, span)];
  let sum: Convex | undefined;
  for (const [hour, hourCost] of priced.entries()) {
    if (hour > 0) sum = sum && plus(widen(sum, down, up), hourCost);
    else sum = before === undefined ? hourCost : within(hourCost, before - rampDown, before + rampUp);
  }
  return sum ? minimum(sum) : Number.POSITIVE_INFINITY;
}
