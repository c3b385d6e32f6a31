/** Time limits of providers, shortened for tests. */
import { PROVIDER_LIMITS, type ProviderLimits } from '../../../api/ai/providers/provider-limits.ts';

export const FAST_LIMITS: ProviderLimits = {
  ...PROVIDER_LIMITS,
  firstMs: 1500,
  stallMs: 100,
  totalMs: 3000,
  retryMs: 5,
  longestRetryMs: 20,
};
