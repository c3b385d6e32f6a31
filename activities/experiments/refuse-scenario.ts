/** A scenario whose values make no valid case: a row with its error, and no solve. */
import type { ScenarioRunRecord } from '../../mongo/scenario-runs.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { scenarioOutcome } from './scenario-outcome.ts';

export const refuseScenario = (
  { scenarioRuns, now }: Pick<RecordActivityDeps, 'scenarioRuns' | 'now'>,
  { experiment_id, index }: ScenarioRunRecord,
  problem: string,
): Promise<void> => {
  const error = { code: 'INVALID_MODEL' as const, message: problem, retryable: false };
  return scenarioRuns.finish(experiment_id, index, scenarioOutcome({ status: 'failed', error }, now()));
};
