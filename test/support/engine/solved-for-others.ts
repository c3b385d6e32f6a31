/** Solves a case; gives the result, the progress, and the data from which similar cases may start. */
import assert from 'node:assert/strict';
import type { EngineRequest } from '../../../activities/engine/base/engine.ts';
import type { Progress } from '../../../temporal/case/messages/job.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { solve } from './solve.ts';

export async function solvedForOthers(
  jobType: JobType,
  payload: SolvePayload,
  more: Partial<EngineRequest> = {},
) {
  const saved: SavedRelaxation[] = [];
  const progress: Progress[] = [];
  const onRelaxation = (relaxation: SavedRelaxation): void => void saved.push(relaxation);
  const result = await solve(jobType, payload, more, {
    onRelaxation,
    onProgress: (each) => progress.push(each),
  });
  const relaxation = saved[0];
  assert.ok(relaxation || result.objective_value === null);
  return { result, relaxation, progress };
}
