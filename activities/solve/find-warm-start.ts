/** What a solve may begin with: what its window was given, what its nearest neighbour has left, or a named job. */
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { SolveInput } from '../../temporal/case/messages/solve-run.ts';
import type { WarmStart } from '../../temporal/case/messages/warm-start.ts';
import { changesCostsOnly } from '../../temporal/case/scenario/change.ts';
import type { SolverActivityDeps } from '../deps.ts';
import { nearestScenario } from './nearest-scenario.ts';

type WarmStartDeps = Pick<SolverActivityDeps, 'jobs' | 'neighbours' | 'documents'>;

/** Scenarios in either direction of the matrix among which the nearest is looked for. */
const AROUND = 500;

export async function findWarmStart(
  deps: WarmStartDeps,
  { jobId, userId, parent }: SolveInput,
  { options }: SolvePayload,
): Promise<WarmStart | undefined> {
  // What a window begins with was chosen when it was prepared, so that it does not depend on when it runs.
  if (parent?.type === 'execution') return deps.documents.get('warm_start', jobId);
  const neighbour =
    parent?.type === 'experiment' ? await fromNeighbour(deps, parent.id, parent.index) : undefined;
  const named = options?.warm_start_job_id;
  return neighbour ?? (named === undefined ? undefined : fromJob(deps, named, userId));
}

/** Whatever has ended by now: the answer of a scenario is within its gap from wherever it begins. */
async function fromNeighbour(
  { neighbours, documents }: WarmStartDeps,
  experimentId: string,
  index: number,
): Promise<WarmStart | undefined> {
  const [own, solved, changes] = await Promise.all([
    neighbours.find(experimentId, index),
    neighbours.solvedAround(experimentId, index, AROUND),
    neighbours.changes(experimentId),
  ]);
  const costs = changes.filter(changesCostsOnly).map(({ name }) => name);
  const nearest = own && nearestScenario(own.values, solved, costs);
  const result = nearest && (await documents.get('result', nearest.job_id));
  if (!result) return undefined;
  await neighbours.markWarmStart(experimentId, index, nearest.index);
  return { commitment: result.commitment, ...(await relaxationOf(documents, nearest.job_id)) };
}

/** A solver that does not tell leaves none, and so does a job that was killed at its end. */
async function relaxationOf(
  documents: WarmStartDeps['documents'],
  jobId: string,
): Promise<Pick<WarmStart, 'relaxation'>> {
  const relaxation = await documents.get('relaxation', jobId);
  return relaxation ? { relaxation } : {};
}

/** A job of somebody else, or one whose result has expired, starts nothing; the result of the solve says so. */
async function fromJob(
  { jobs, documents }: WarmStartDeps,
  jobId: string,
  userId: string,
): Promise<WarmStart> {
  const job = await jobs.find(jobId);
  const result = job?.user_id === userId ? await documents.get('result', jobId) : undefined;
  if (result?.objective_value == null) return { commitment: null, jobId };
  return { commitment: result.commitment, jobId, ...(await relaxationOf(documents, jobId)) };
}
