/** The indexes of every collection. */
import { accountIndexes } from './account-indexes.ts';
import { chatSessionIndexes } from './chat-sessions.ts';
import { configIndexes } from './configs.ts';
import type { CollectionIndexes } from './indexes.ts';
import { networkIndexes } from './networks.ts';
import { runIndexes } from './run-indexes.ts';
import { scenarioIndexes } from './scenarios.ts';
import { tokenBudgetIndexes } from './token-budgets.ts';

export const INDEXES: readonly CollectionIndexes[] = [
  ...accountIndexes,
  ...runIndexes,
  scenarioIndexes,
  networkIndexes,
  configIndexes,
  tokenBudgetIndexes,
  chatSessionIndexes,
];
