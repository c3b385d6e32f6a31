/** Token budgets of the analyst by access level; the setting `AI_BUDGETS` overrides them. */
import { number, object, ValidationError } from 'yup';
import type { AccessLevel } from '../../http/principal.ts';

export interface BudgetLimits {
  readonly requests_per_minute: number;
  /** Limit of prompt and completion tokens together, per minute. */
  readonly tokens_per_minute: number;
  readonly tokens_per_day: number;
  /** Longest answer, tokens. */
  readonly max_output: number;
}

export type Budgets = Readonly<Record<Exclude<AccessLevel, 'none'>, BudgetLimits>>;

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

const limit = (value: number) => number().integer().min(0).default(value);
const level = (unchanged: BudgetLimits) =>
  object({
    requests_per_minute: limit(unchanged.requests_per_minute),
    tokens_per_minute: limit(unchanged.tokens_per_minute),
    tokens_per_day: limit(unchanged.tokens_per_day),
    max_output: limit(unchanged.max_output),
  }).exact();
const budgets = object({
  basic: level(DEFAULT_BUDGETS.basic),
  standard: level(DEFAULT_BUDGETS.standard),
  premium: level(DEFAULT_BUDGETS.premium),
}).exact();

/** Budgets with the overrides in `text`, such as `{"basic":{"tokens_per_day":9000}}`; throws `RangeError`. */
export function readBudgets(text = '{}'): Budgets {
  try {
    return budgets.validateSync(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof ValidationError)) throw error;
    throw new RangeError('AI_BUDGETS is not a change of budgets', { cause: error });
  }
}

export function isBudgets(text?: string): boolean {
  try {
    readBudgets(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
