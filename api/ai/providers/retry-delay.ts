/** How long to wait before asking a provider again, ms. */
import type { ProviderLimits } from './provider-limits.ts';

/** Share of the wait that is left to chance, so that clients do not come back all at once. */
const JITTER = 0.25;

/** `failures` counts from 1. What the provider asks for is granted up to a limit. */
export function retryDelay(error: unknown, failures: number, limits: ProviderLimits): number {
  const asked = askedMs(error);
  if (asked !== undefined) return Math.min(asked, limits.longestRetryMs);
  return limits.retryMs * 2 ** (failures - 1) * (1 - JITTER * Math.random());
}

/** Of `Retry-After` in seconds; its other form, a date, is not used by providers. */
function askedMs(error: unknown): number | undefined {
  if (!(error instanceof Error && 'headers' in error && error.headers instanceof Headers)) return undefined;
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}
