/** Lists of jobs: filter, search and order. */
import type { Collection, Document, Filter } from 'mongodb';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import type { JobType } from '../temporal/solvers.ts';

export interface JobFilter {
  readonly userId?: string;
  readonly status?: JobStatus | undefined;
  readonly jobType?: JobType | undefined;
  readonly scenarioId?: string | undefined;
  /** Only jobs of this experiment or execution; if absent, only jobs that are not parts. */
  readonly parentId?: string | undefined;
  /**
   * Only jobs with this tag. A list by tag also includes jobs that answer questions about other jobs; lists without a
   * tag hide these.
   */
  readonly tag?: string | undefined;
  /** Text to search for: a part of the name or scenario id, case-insensitive, or the beginning of the job id. */
  readonly search?: string | undefined;
  /** Beginning of the job id, in lower case. A list by id also includes jobs that are parts. */
  readonly idPrefix?: string | undefined;
}

/** Sort key -> expression of the record. */
const SORT_KEYS = {
  submitted_at: '$submitted_at',
  duration: { $subtract: ['$finished_at', '$started_at'] },
  objective_value: '$objective_value',
  mip_gap: '$proven_gap',
  name: { $toLower: { $cond: [{ $in: ['$name', [null, '']] }, '$scenario_id', '$name'] } },
} as const;
type SortKey = keyof typeof SORT_KEYS;
/** Sort order of a list; `-` sorts in descending order. */
export type JobSort = SortKey | `-${SortKey}`;
export const JOB_SORTS: readonly JobSort[] = (Object.keys(SORT_KEYS) as SortKey[]).flatMap(
  (key) => [key, `-${key}`] as const,
);

/** One page of a list, and the number of jobs on all pages. */
export async function listJobs<Job extends Document>(
  jobs: Collection<Job>,
  filter: JobFilter,
  limit: number,
  offset: number,
  sort?: JobSort,
): Promise<{ jobs: Job[]; total: number }> {
  const pages = [...listPipeline(filter, sort), { $skip: offset }, { $limit: limit }];
  const [page, total] = await Promise.all([
    jobs.aggregate<Job>([...pages, { $unset: ['sort_key', 'is_last'] }]).toArray(),
    jobs.countDocuments(toQuery(filter) as Filter<Job>),
  ]);
  return { jobs: page, total };
}

/**
 * Pipeline of a list. Jobs without a value of the sort key come last in both directions. An index limits the read to
 * the jobs of one user.
 */
export function listPipeline(filter: JobFilter, sort: JobSort = '-submitted_at'): Document[] {
  const way = sort.startsWith('-') ? -1 : 1;
  const key = sort.replace('-', '') as SortKey;
  const match = { $match: toQuery(filter) };
  if (key === 'submitted_at') return [match, { $sort: { submitted_at: way, _id: 1 } }];
  return [
    match,
    { $set: { sort_key: SORT_KEYS[key] } },
    { $set: { is_last: { $lte: ['$sort_key', null] } } },
    { $sort: { is_last: 1, sort_key: way, submitted_at: -1, _id: 1 } },
  ];
}

const toQuery = ({ userId, status, jobType, scenarioId, search, ...rest }: JobFilter): Document => ({
  ...(userId !== undefined && { user_id: userId }),
  ...(status && { status }),
  ...(jobType && { job_type: jobType }),
  ...(scenarioId !== undefined && { scenario_id: scenarioId }),
  ...ofParent(rest),
  ...(search && matching(search)),
});

function ofParent({ parentId, tag, idPrefix }: Pick<JobFilter, 'parentId' | 'tag' | 'idPrefix'>): Document {
  if (idPrefix !== undefined)
    return { _id: { $regex: `^${idPrefix}` }, ...(tag !== undefined && { tags: tag }) };
  if (parentId !== undefined) return { 'parent.id': parentId };
  return tag === undefined ? { parent: null } : { tags: tag, 'parent.type': { $in: [null, 'job'] } };
}

function matching(search: string): Document {
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const part = { $regex: literal, $options: 'i' };
  return { $or: [{ name: part }, { scenario_id: part }, { _id: { $regex: `^${literal}`, $options: 'i' } }] };
}
