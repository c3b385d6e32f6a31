/** Finds scenarios of the same experiment that have ended, from which a solve may start. */
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
    /** Changes that the variables of the experiment make; empty if the experiment no longer exists. */
    async changes(experimentId: string): Promise<readonly Change[]> {
      const experiment = await experiments.findOne({ _id: experimentId }, { projection: { changes: 1 } });
      return experiment?.changes ?? [];
    },
    /** Scenarios that were solved themselves and have a schedule: at most `limit` before and as many after `index`. */
    async solvedAround(experimentId: string, index: number, limit: number): Promise<SolvedScenario[]> {
      const [below, above] = await Promise.all([
        solved(experimentId, { $lt: index }, -1, limit),
        solved(experimentId, { $gt: index }, 1, limit),
      ]);
      return [...below, ...above];
    },
    /** Records the warm start of a scenario and of its duplicates. */
    async markWarmStart(experimentId: string, index: number, from: number): Promise<void> {
      await runs.updateMany(
        { experiment_id: experimentId, $or: [{ index }, { solved_as: index }] },
        { $set: { warm_started_from: from } },
      );
    },
  };
}
