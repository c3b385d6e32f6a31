/** Percentages have two decimals; half away from zero, never -0. */
const DECIMALS = 100;
/** From here on a double has no two decimals to round. */
const TOO_LARGE = 1e13;

export function roundPercent(value: number): number {
  if (!(Math.abs(value) < TOO_LARGE)) return value;
  return (Math.sign(value) * Math.round(Math.abs(value) * DECIMALS)) / DECIMALS + 0;
}
