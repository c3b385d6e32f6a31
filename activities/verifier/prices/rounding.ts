/** Digits kept of prices, $/MWh, and of powers, MW, and what three roundings of one price may add up to. */
const KEPT = 2e-6;

/** What rounded prices and powers may seem to be worth, $: `capacity` in MW and `prices` in $/MWh, hour by hour. */
export const rounding = (capacity: readonly number[], prices: readonly number[]): number =>
  KEPT * [...capacity, ...prices].reduce((sum, value) => sum + Math.abs(value), 0);
