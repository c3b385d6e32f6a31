/**
 * The warm start of a solve: for a window, the warm start stored with it; for a scenario, the nearest scenario;
 * otherwise, the schedule of a job that the payload names.
 */

import type { ScenarioRunRecord, ScenarioValues } from '../../mongo/scenario-runs.ts';
import { commitmentFor } from '../../temporal/case/arithmetic/intervals.ts';
import type { SolveInput } from '../../temporal/case/messages/solve-run.ts';
import type { WarmStart } from '../../temporal/case/messages/warm-start.ts';
import { changesCostsOnly } from '../../temporal/case/scenario/change.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { SolverActivityDeps } from '../deps.ts';

type WarmStartDeps = Pick<SolverActivityDeps, 'jobs' | 'neighbours' | 'documents'>;

/** Number of scenarios before this one in the matrix, and also after it, among which the nearest is chosen. */
const AROUND = 500;

export async function findWarmStart(
  deps: WarmStartDeps,
  { jobId, userId, parent }: SolveInput,
  payload: SolvePayload,
): Promise<WarmStart | undefined> {
  // The warm start of a window was chosen when the window was prepared. The choice thus does not depend on when the
  // solve runs.
  if (parent?.type === 'execution') return deps.documents.get('warm_start', jobId);
  const neighbour =
    parent?.type === 'experiment' ? await fromNeighbour(deps, parent.id, parent.index) : undefined;
  const warmStartJob = payload.options?.warm_start_job_id;
  return neighbour ?? (warmStartJob === undefined ? undefined : fromJob(deps, warmStartJob, userId, payload));
}

/**
 * Warm start from the nearest scenario that has ended so far. The choice depends on timing, but the result is within
 * the gap with any warm start.
 */
async function fromNeighbour(
  { neighbours, documents }: WarmStartDeps,
  experimentId: string,
  index: number,
): Promise<WarmStart | undefined> {
  const [scenario, solved, changes] = await Promise.all([
    neighbours.find(experimentId, index),
    neighbours.solvedAround(experimentId, index, AROUND),
    neighbours.changes(experimentId),
  ]);
  const costs = changes.filter(changesCostsOnly).map(({ name }) => name);
  const nearest = scenario && nearestScenario(scenario.values, solved, costs);
  const result = nearest && (await documents.get('result', nearest.job_id));
  if (!result) return undefined;
  await neighbours.markWarmStart(experimentId, index, nearest.index);
  return { commitment: result.commitment, ...(await relaxationOf(documents, nearest.job_id)) };
}

/** The relaxation stored by a job; empty if its solver provides none, or if the job was killed when it ended. */
async function relaxationOf(
  documents: WarmStartDeps['documents'],
  jobId: string,
): Promise<Pick<WarmStart, 'relaxation'>> {
  const relaxation = await documents.get('relaxation', jobId);
  return relaxation ? { relaxation } : {};
}

/**
 * Warm start from a job. The job of another user, or a job whose result has expired, gives no warm start; the result of
 * the solve reports this.
 */
async function fromJob(
  { jobs, documents }: WarmStartDeps,
  jobId: string,
  userId: string,
  payload: SolvePayload,
): Promise<WarmStart> {
  const job = await jobs.find(jobId);
  const result = job?.user_id === userId ? await documents.get('result', jobId) : undefined;
  if (result?.objective_value == null) return { commitment: null, jobId };
  const commitment = commitmentFor(payload, result.commitment, result);
  // With intervals of another length, the columns of the relaxation have other costs, so it is not used.
  const isAlike = commitment === result.commitment;
  return { commitment, jobId, ...(isAlike && (await relaxationOf(documents, jobId))) };
}

/** Weight of differences in variables that change only costs. */
const COST_WEIGHT = 0.5;

/**
 * The scenario with the nearest values. The distance is the root mean square of the differences over all variables,
 * each as a share of the variable's range over the compared scenarios, or 1 for texts that differ. Variables that
 * change only costs (`costs`) weigh less, because they leave a schedule feasible. Of equal distances, the first in the
 * matrix is taken. Undefined without scenarios.
 */
export function nearestScenario<S extends Pick<ScenarioRunRecord, 'index' | 'values'>>(
  values: ScenarioValues,
  scenarios: readonly S[],
  costs: readonly string[] = [],
): S | undefined {
  const names = Object.keys(values);
  const ranges = new Map(
    names.map((name) => [name, rangeOf(name, [values, ...scenarios.map((s) => s.values)])]),
  );
  const weight = (name: string): number => (costs.includes(name) ? COST_WEIGHT : 1);
  const squared = ({ values: others }: S): number =>
    names.reduce((sum, name) => {
      const apart = difference(values[name], others[name], ranges.get(name) ?? 0);
      return sum + (weight(name) * apart) ** 2;
    }, 0);
  let nearest: { readonly scenario: S; readonly distance: number } | undefined;
  for (const scenario of scenarios) {
    const distance = squared(scenario);
    const isNearer = distance < (nearest?.distance ?? Infinity);
    const isFirst = distance === nearest?.distance && scenario.index < nearest.scenario.index;
    if (isNearer || isFirst) nearest = { scenario, distance };
  }
  return nearest?.scenario;
}

type Value = ScenarioValues[string] | undefined;

function difference(a: Value, b: Value, range: number): number {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b ? 0 : 1;
  return range > 0 ? Math.abs(a - b) / range : 0;
}

function rangeOf(name: string, all: readonly ScenarioValues[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const values of all) {
    const value = values[name];
    if (typeof value !== 'number') continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
