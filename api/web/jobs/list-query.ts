/** The list of jobs as its address says, the filters that people keep, and which jobs may be compared (pure). */
import type { operations, Reply } from '../../client/client.ts';

type Asked = NonNullable<operations['getModulesAnalystSolve']['parameters']['query']>;
type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;
type Address = Readonly<Record<string, string>>;

export const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const TYPE_NAMES = ['uc', 'scuc', 'ed'] as const;
const SORT_KEYS = ['submitted_at', 'duration', 'objective_value', 'mip_gap', 'name'] as const;
const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

const oneOf = <T extends string>(values: readonly T[], value = ''): T | undefined =>
  values.find((each) => each === value);
const given = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as T;

export const filtersOf = ({ q, status, type, tag, scenario }: Address) =>
  given({ q, status, type, tag, scenario });

/** Unknown statuses, types and orders are ignored. */
export const askedOf = ({ q, status, type, tag, scenario, sort, offset }: Address): Asked =>
  given({
    q,
    tag,
    scenario_id: scenario,
    status: oneOf(STATUSES, status),
    job_type: oneOf(TYPE_NAMES, type),
    sort: oneOf(SORTS, sort),
    offset: Math.max(0, Math.floor(Number(offset)) || 0),
  } as Asked);

/** Filters by the name that somebody gave them; none where the text says something else. */
export function savedIn(text: string | null): Readonly<Record<string, ReturnType<typeof filtersOf>>> {
  try {
    const found = Object.entries(Object(JSON.parse(text ?? '{}')));
    return Object.fromEntries(found.map(([name, kept]) => [name, filtersOf(Object(kept))]));
  } catch {
    return {};
  }
}

/** Run time, s; undefined for a job that never began or has not ended. */
export const secondsOf = ({ started_at: from, finished_at: to }: Pick<Job, 'started_at' | 'finished_at'>) =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined;

const MOST_COMPARED = 6;

/** Why these jobs are not offered for comparison; undefined when they are. */
export function whyNotCompared(
  jobs: readonly Pick<Job, 'scenario_id' | 'objective_value'>[],
): string | undefined {
  if (jobs.length < 2 || jobs.length > MOST_COMPARED)
    return 'Select two to six jobs of one scenario to compare.';
  if (jobs.some(({ objective_value }) => objective_value === null)) return 'Only schedules are compared.';
  if (new Set(jobs.map(({ scenario_id }) => scenario_id)).size > 1)
    return 'Jobs of different scenarios are not compared here.';
  return undefined;
}
