/** Token budgets of each access level, changed by the setting `AI_BUDGETS`. */
import { number, object, ValidationError } from 'yup';
import type { BudgetLimits, Budgets } from './budget-limits.ts';
import { DEFAULT_BUDGETS } from './default-budgets.ts';

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
