/** Budgets of a deployment that sets none of its own. */
import type { Budgets } from './budget-limits.ts';

export const DEFAULT_BUDGETS: Budgets = {
  basic: {
    requests_per_minute: 10,
    tokens_per_minute: 10_000,
    tokens_per_day: 50_000,
    max_output: 1024,
  },
  standard: {
    requests_per_minute: 30,
    tokens_per_minute: 40_000,
    tokens_per_day: 250_000,
    max_output: 2048,
  },
  premium: {
    requests_per_minute: 60,
    tokens_per_minute: 120_000,
    tokens_per_day: 1_000_000,
    max_output: 4096,
  },
};
