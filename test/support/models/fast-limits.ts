/** Time limits of providers, shortened for tests. */
import { PROVIDER_LIMITS, type ProviderLimits } from '../../../api/ai/providers/provider-limits.ts';

export const FAST_LIMITS: ProviderLimits = {
  ...PROVIDER_LIMITS,
  firstMs: 5000,
  stallMs: 400,
  totalMs: 8000,
  retryMs: 5,
  longestRetryMs: 20,
};
