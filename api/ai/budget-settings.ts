/** Token budgets of each access level, and their changes by the setting `AI_BUDGETS`. */
import { number, object, ValidationError } from 'yup';
import type { AccessLevel } from '../modules/catalog.ts';

export interface Budget {
  readonly requests_per_minute: number;
  /** Prompt + completion tokens, as the next. */
  readonly tokens_per_minute: number;
  readonly tokens_per_day: number;
  /** Longest answer, tokens. */
  readonly max_output: number;
}
export type Budgets = Readonly<Record<AccessLevel, Budget>>;

const budget = (minute: number, tokens: number, day: number, output: number): Budget => ({
  requests_per_minute: minute,
  tokens_per_minute: tokens,
  tokens_per_day: day,
  max_output: output,
});

export const DEFAULT_BUDGETS: Budgets = {
  none: budget(0, 0, 0, 0),
  basic: budget(10, 10_000, 50_000, 1024),
  standard: budget(30, 40_000, 250_000, 2048),
  premium: budget(60, 120_000, 1_000_000, 4096),
};

const limit = (value: number) => number().integer().min(0).default(value);
const level = (unchanged: Budget) =>
  object({
    requests_per_minute: limit(unchanged.requests_per_minute),
    tokens_per_minute: limit(unchanged.tokens_per_minute),
    tokens_per_day: limit(unchanged.tokens_per_day),
    max_output: limit(unchanged.max_output),
  }).exact();
const budgets = object({
  none: level(DEFAULT_BUDGETS.none),
  basic: level(DEFAULT_BUDGETS.basic),
  standard: level(DEFAULT_BUDGETS.standard),
  premium: level(DEFAULT_BUDGETS.premium),
}).exact();

/** Each level keeps what `text`, such as `{"basic":{"tokens_per_day":9000}}`, does not change; throws `RangeError`. */
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
