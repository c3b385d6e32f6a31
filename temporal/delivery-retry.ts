/** How long a delivery waits between two attempts: twice as long each time, up to an hour, ms. */
const FIRST_MS = 5000;
const LONGEST_MS = 3_600_000;

export const DELIVERY_RETRY = {
  initialInterval: FIRST_MS,
  backoffCoefficient: 2,
  maximumInterval: LONGEST_MS,
};

/** After the first attempt, 1, and those that follow. */
export const waitAfter = (attempt: number): number => Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
