/** How long a language model may take, and how often it is asked again. */
export interface ProviderLimits {
  /** From the request to the first piece of the answer, of each attempt, ms. */
  readonly firstMs: number;
  /** Between two pieces, ms. */
  readonly stallMs: number;
  /** All attempts and waits together, ms. */
  readonly totalMs: number;
  /** Attempts after the first one, none of them once a piece has arrived. */
  readonly retries: number;
  /** Wait before the first retry, twice as long before each further one, ms. */
  readonly retryMs: number;
  /** Longest wait that a provider may ask for, ms. */
  readonly longestRetryMs: number;
}

export const PROVIDER_LIMITS: ProviderLimits = {
  firstMs: 20_000,
  stallMs: 15_000,
  totalMs: 120_000,
  retries: 2,
  retryMs: 500,
  longestRetryMs: 5000,
};
