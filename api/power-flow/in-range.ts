/** Sums and ratios of legal numbers may overflow, and JSON has no infinity: the largest number stands for it. */
export const inRange = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
