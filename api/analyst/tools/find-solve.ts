/** Finds the solve, names and hours that a tool call refers to. */
import { number, string } from 'yup';
import type { Documents } from '../../../mongo/documents.ts';
import type { JobRecord, Jobs } from '../../../mongo/jobs.ts';
import type { Scenarios } from '../../../mongo/scenarios.ts';
import { toldInterval } from '../../../temporal/case/arithmetic/intervals.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { ApiError, Conflict, NotFound } from '../../http/errors.ts';
import { nearIds } from '../../http/near-ids.ts';
import type { Principal } from '../../http/principal.ts';
import { type ToolContext, ToolRefusal } from './tool.ts';

/** A completed solve of the caller. */
export interface Solve {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  readonly job: JobRecord;
}

/**
 * Fields that identify the solve from which a tool's data come; with the length of an interval unless it is an hour.
 */
export const aboutOf = ({ payload, job }: Solve) => ({
  scenario_id: job.scenario_id,
  job_id: job._id,
  ...toldInterval(payload),
});

/** Reference to a solve; a job takes precedence over a scenario. */
export interface SolveRef {
  readonly scenario_id?: string | undefined;
  readonly job_id?: string | undefined;
}

interface FindDeps {
  readonly findJob: Jobs['find'];
  readonly jobs: Pick<Jobs, 'list'>;
  readonly scenarios: Pick<Scenarios, 'find'>;
  readonly documents: Pick<Documents, 'get'>;
}

/**
 * Finds a solve; for a scenario, the last completed one. Throws `NotFound` for unknown items and for items of other
 * users, even if the caller is an administrator, and `Conflict` when no solve has completed yet.
 */
export async function findSolve(deps: FindDeps, user: Principal, ref: SolveRef): Promise<Solve> {
  const job = await findCompleted(deps, user, ref);
  const [payload, result] = await Promise.all([
    deps.documents.get('payload', job._id),
    deps.documents.get('result', job._id),
  ]);
  if (!payload || !result) throw new NotFound('The result of this job is no longer stored');
  return { payload, result, job };
}

async function findCompleted(
  deps: FindDeps,
  { userId }: Principal,
  { scenario_id: scenarioId, job_id: jobId }: SolveRef,
): Promise<JobRecord> {
  if (jobId !== undefined) {
    const job = await deps.findJob(jobId);
    if (job?.user_id !== userId) throw new NotFound('Job not found');
    if (job.status === 'completed') return job;
    throw new Conflict(`The job is ${job.status}: it has no result`);
  }
  const scenario = scenarioId === undefined ? null : await deps.scenarios.find(userId, scenarioId);
  if (!scenario) throw new NotFound('Scenario not found');
  const last = scenario.meta.last_job_id === null ? null : await deps.findJob(scenario.meta.last_job_id);
  if (last?.user_id === userId && last.status === 'completed') return last;
  const { jobs } = await deps.jobs.list({ userId, status: 'completed', scenarioId: scenario.id }, 1, 0);
  const [job] = jobs;
  if (!job) throw new Conflict('The scenario has no completed solve');
  return job;
}

/** The solve of a tool call: the solve that the call names, else that of the conversation. */
export async function solveOf(ref: SolveRef, context: ToolContext): Promise<Solve> {
  const target = refOf(ref, context);
  try {
    return await findSolve(context.deps, context.user, target);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Throws `ToolRefusal` when neither the call nor the conversation names a solve. */
export function refOf({ scenario_id, job_id }: SolveRef, { scenarioId, jobId }: ToolContext): SolveRef {
  if (job_id !== undefined) return { job_id };
  if (scenario_id !== undefined) return { scenario_id };
  if (jobId !== undefined) return { job_id: jobId };
  if (scenarioId !== undefined) return { scenario_id: scenarioId };
  throw new ToolRefusal('Give a scenario_id or a job_id');
}

/** Converts client errors to refusals that a model may read. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ApiError && error.status < 500 ? new ToolRefusal(error.message, error.status) : error;

/** The solve of a tool call, which must have a schedule. */
export async function scheduleOf(ref: SolveRef, context: ToolContext): Promise<Solve> {
  const solve = await solveOf(ref, context);
  if (solve.result.total_cost_usd !== null) return solve;
  throw new ToolRefusal(
    `The solve ended ${solve.result.termination_status} without a schedule; get_infeasibility_report says more`,
  );
}

/** Longest id in a tool call, characters: the limit of scenario ids. */
const MAX_ID_LENGTH = 200;

const id = (description: string) => string().min(1).max(MAX_ID_LENGTH).optional().meta({ description });

export const solveFields = () => ({
  scenario_id: id('Scenario whose last completed solve is used; default: that of the conversation'),
  job_id: id('Job to use, instead of a scenario'),
});

export const hourField = () =>
  number().integer().min(0).max(8759).optional().meta({ description: 'Only this hour, 0-based' });

export const generatorField = () => id('Only this generator, by its name');

export const busField = () => id('Only this bus, as "bus_3" or "3"');

export const networkField = () => id('Network to use, instead of a scenario');

const BUS = /^(?:bus[ _-]?)?(\d+)$/i;

/** Normalizes bus names: `3`, `Bus 3` and `bus_3` are equal. */
export const knownBus = (name: string | undefined, buses: readonly string[]): string | undefined =>
  name === undefined ? undefined : knownName('bus', name.trim().replace(BUS, 'bus_$1'), buses);

export const knownGenerator = (
  name: string | undefined,
  generators: readonly { readonly name: string }[],
): string | undefined =>
  name === undefined
    ? undefined
    : knownName(
        'generator',
        name,
        generators.map((unit) => unit.name),
      );

/** Returns a known name; refuses an unknown name and lists the most similar ones. */
export function knownName(what: string, name: string, known: readonly string[]): string {
  if (known.includes(name)) return name;
  const same = known.filter((id) => id.toLowerCase() === name.toLowerCase());
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  const near = nearIds(name, known);
  const hint = near.length > 0 ? `; the nearest are: ${near.join(', ')}` : '; there are none';
  throw new ToolRefusal(`There is no ${what} "${name}"${hint}`);
}

export function knownHour(hour: number | undefined, horizon: number): number | undefined {
  if (hour === undefined || hour < horizon) return hour;
  throw new ToolRefusal(`There is no hour ${hour}: the hours are 0 to ${horizon - 1}`);
}
