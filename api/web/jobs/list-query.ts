/** Query of the job list from its address, saved filters, and the check whether jobs can be compared (pure). */
import type { operations, Reply } from '../../client/client.ts';

type ListQuery = NonNullable<operations['getModulesAnalystSolve']['parameters']['query']>;
type Job = Reply<'getModulesAnalystSolveByJobIdStatus'>;
type Address = Readonly<Record<string, string>>;

export const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const TYPE_NAMES = ['uc', 'scuc', 'ed'] as const;
const SORT_KEYS = ['submitted_at', 'duration', 'objective_value', 'mip_gap', 'name'] as const;
const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

const oneOf = <T extends string>(values: readonly T[], value = ''): T | undefined =>
  values.find((each) => each === value);
const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as T;

export const filtersOf = ({ q, status, type, tag, scenario }: Address) =>
  withoutEmpty({ q, status, type, tag, scenario });

/** Query in an address. Unknown statuses, types and sort orders are ignored. */
export const askedOf = ({ q, status, type, tag, scenario, sort, offset }: Address): ListQuery =>
  withoutEmpty({
    q,
    tag,
    scenario_id: scenario,
    status: oneOf(STATUSES, status),
    job_type: oneOf(TYPE_NAMES, type),
    sort: oneOf(SORTS, sort),
    offset: Math.max(0, Math.floor(Number(offset)) || 0),
  } as ListQuery);

/** Saved filters by name; empty if the text is malformed. */
export function savedIn(text: string | null): Readonly<Record<string, ReturnType<typeof filtersOf>>> {
  try {
    const entries = Object.entries(Object(JSON.parse(text ?? '{}')));
    return Object.fromEntries(entries.map(([name, kept]) => [name, filtersOf(Object(kept))]));
  } catch {
    return {};
  }
}

/** Run time of a job, s; undefined before its end, or without a start. */
export const secondsOf = ({ started_at: from, finished_at: to }: Pick<Job, 'started_at' | 'finished_at'>) =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined;

const MOST_COMPARED = 6;

/** Reason why the jobs cannot be compared; undefined if they can. */
export function whyNotCompared(
  jobs: readonly Pick<Job, 'scenario_id' | 'objective_value'>[],
): string | undefined {
  if (jobs.length < 2 || jobs.length > MOST_COMPARED)
    return 'Select two to six jobs of one scenario to compare.';
  if (jobs.some(({ objective_value }) => objective_value === null))
    return 'Only jobs with schedules can be compared.';
  if (new Set(jobs.map(({ scenario_id }) => scenario_id)).size > 1)
    return 'Jobs of different scenarios cannot be compared.';
  return undefined;
}
