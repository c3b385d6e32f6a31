/** What a scenario of an experiment asks about those that ended before it, to begin where one of them ended. */
import type { Db } from 'mongodb';
import type { Change } from '../temporal/case/scenario/change.ts';
import type { ExperimentRecord } from './experiments.ts';
import type { ScenarioRunRecord } from './scenario-runs.ts';

type SolvedScenario = Pick<ScenarioRunRecord, 'index' | 'values' | 'job_id'>;
type Position = { readonly $lt: number } | { readonly $gt: number };

export type ScenarioNeighbours = ReturnType<typeof createScenarioNeighbours>;

export function createScenarioNeighbours(db: Db) {
  const runs = db.collection<ScenarioRunRecord>('scenario_runs');
  const experiments = db.collection<Pick<ExperimentRecord, '_id' | 'changes'>>('experiments');
  const solved = (experimentId: string, index: Position, order: 1 | -1, limit: number) =>
    runs
      .find({ experiment_id: experimentId, index, solved_as: null, objective_value: { $ne: null } })
      .project<SolvedScenario>({ index: 1, values: 1, job_id: 1 })
      .sort({ index: order })
      .limit(limit)
      .toArray();
  return {
    find: (experimentId: string, index: number): Promise<ScenarioRunRecord | null> =>
      runs.findOne({ experiment_id: experimentId, index }),
    /** What the variables of the experiment change; empty when it is gone. */
    async changes(experimentId: string): Promise<readonly Change[]> {
      const found = await experiments.findOne({ _id: experimentId }, { projection: { changes: 1 } });
      return found?.changes ?? [];
    },
    /** Scenarios that have a schedule of their own, at most `limit` on either side of `index`. */
    async solvedAround(experimentId: string, index: number, limit: number): Promise<SolvedScenario[]> {
      const [below, above] = await Promise.all([
        solved(experimentId, { $lt: index }, -1, limit),
        solved(experimentId, { $gt: index }, 1, limit),
      ]);
      return [...below, ...above];
    },
    /** For the scenario and those identical to it. */
    async markWarmStart(experimentId: string, index: number, from: number): Promise<void> {
      await runs.updateMany(
        { experiment_id: experimentId, $or: [{ index }, { solved_as: index }] },
        { $set: { warm_started_from: from } },
      );
    },
  };
}
