/** The indexes of every collection. */
import { accountIndexes } from './account-indexes.ts';
import { configIndexes } from './configs.ts';
import type { CollectionIndexes } from './indexes.ts';
import { networkIndexes } from './networks.ts';
import { runIndexes } from './run-indexes.ts';
import { scenarioIndexes } from './scenarios.ts';

export const INDEXES: readonly CollectionIndexes[] = [
  ...accountIndexes,
  ...runIndexes,
  scenarioIndexes,
  networkIndexes,
  configIndexes,
];
