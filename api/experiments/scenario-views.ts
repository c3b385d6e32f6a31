/** Stored scenarios -> views, one at a time as they are read. */
import type { ScenarioRunRecord } from '../../mongo/scenario-runs.ts';
import { type ScenarioView, toScenarioView } from './scenario-view.ts';

export async function* scenarioViews(runs: AsyncIterable<ScenarioRunRecord>): AsyncGenerator<ScenarioView> {
  for await (const run of runs) yield toScenarioView(run);
}
