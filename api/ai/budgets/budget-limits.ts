/** What a user may spend on the analyst, by access level. */
import type { AccessLevel } from '../../modules/catalog.ts';

export interface BudgetLimits {
  readonly requests_per_minute: number;
  /** Prompt and completion. */
  readonly tokens_per_minute: number;
  readonly tokens_per_day: number;
  /** Longest answer, tokens. */
  readonly max_output: number;
}

export type Budgets = Readonly<Record<Exclude<AccessLevel, 'none'>, BudgetLimits>>;
