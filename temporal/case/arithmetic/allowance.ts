/**
 * The search for the price of CO2 at which a run emits no more than its cap. Emissions fall as the price rises, apart
 * from the gaps of the solves and the hours beyond the windows: the price is doubled until the cap is met, and then
 * bracketed by regula falsi between the highest price that is too low and the lowest one that suffices.
 */

/** A run at a price: its CO2, t. */
export interface PricedRun {
  /** $/t. */
  readonly price: number;
  readonly co2: number;
}

/** Share of the cap that may be left, and largest number of runs. */
const CLOSE = 0.005;
const MOST_RUNS = 12;
/** First price above that of the options, $/t; the highest one, and the step of prices. */
const FIRST = 25;
const HIGHEST = 6400;
const STEP = 0.01;
/** Share of the bracket within which the next price lies, so that both ends move. */
const INNER = 0.1;

/** Next price to try, $/t, or the position of the run that is kept. `least`: price of the options. */
export function nextPrice(
  cap: number,
  least: number,
  runs: readonly PricedRun[],
): { readonly price: number } | { readonly kept: number } {
  if (runs.length === 0) return { price: least };
  const enough = runs.filter(({ co2 }) => co2 <= cap).toSorted((one, other) => one.price - other.price)[0];
  const below = runs
    .filter(({ price, co2 }) => co2 > cap && price < (enough?.price ?? Infinity))
    .toSorted((one, other) => other.price - one.price)[0];
  const end = { kept: runs.indexOf(enough ?? leastOf(runs)) };
  if (!below || runs.length >= MOST_RUNS) return end;
  if (!enough) return below.price >= HIGHEST ? end : { price: Math.max(FIRST, 2 * below.price) };
  if (cap - enough.co2 <= CLOSE * cap) return end;
  const share = (below.co2 - cap) / Math.max(below.co2 - enough.co2, Number.MIN_VALUE);
  const width = enough.price - below.price;
  const price = below.price + width * Math.min(1 - INNER, Math.max(INNER, share));
  const stepped = Math.round(price / STEP) * STEP;
  return width <= 2 * STEP ? end : { price: Number(stepped.toFixed(2)) };
}

const leastOf = (runs: readonly PricedRun[]): PricedRun =>
  runs.reduce((least, run) => (run.co2 < least.co2 ? run : least));
