/** A job as it is now: read once, then followed until its end, through every break of the connection. */
import { useEffect, useState } from 'preact/hooks';
import { followEvents } from '../../client/events.ts';
import { Problem } from '../../client/problem.ts';
import { isOver } from '../../client/runs.ts';
import { api, me } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { type Job, readJob } from '../results/view.ts';
import { joined, type Point, withPoint } from './convergence.ts';

export interface FollowedJob {
  readonly job: Job | undefined;
  readonly points: readonly Point[];
  readonly problem: Problem | undefined;
}

export const isOpen = (job: Pick<Job, 'status'>): boolean => !isOver(job);

type Detail = NonNullable<Job['progress_detail']>;

/** What a `progress` event says. */
type Progress = Pick<Job, 'status' | 'progress' | 'queue_position'> &
  Omit<Detail, 'phase' | 'nodes' | 'convergence'> & { readonly phase: Detail['phase'] | null };

export function useJob(id: string): FollowedJob {
  const [state, setState] = useState<FollowedJob>({ job: undefined, points: [], problem: undefined });
  // Who signs in again sees it go on.
  const user = useStore(me)?.user_id;
  useEffect(() => {
    const gone = new AbortController();
    follow(id, gone.signal, (change) => gone.signal.aborted || setState(change)).catch((error: unknown) => {
      if (gone.signal.aborted) return;
      const problem = error instanceof Problem ? error : new Problem({ status: 0, message: String(error) });
      setState((last) => ({ ...last, problem }));
    });
    return () => gone.abort();
  }, [id, user]);
  return state;
}

/** Between two readings of the whole status. */
const WHOLE_MS = 5000;

type Tell = (change: (last: FollowedJob) => FollowedJob) => void;

async function follow(id: string, signal: AbortSignal, tell: Tell): Promise<void> {
  const tellWhole = (job: Job): void =>
    tell(({ points }) => ({ job, points: joined(pointsOf(job), points), problem: undefined }));
  let status = await readJob(id, signal);
  let readAt = Date.now();
  tellWhole(status);
  if (!isOpen(status)) return;
  for await (const event of followEvents((lastId, ended) => openEvents(id, lastId, ended), signal)) {
    if (event.type === 'done') return tellWhole(JSON.parse(event.data));
    const progress: Progress = JSON.parse(event.data);
    // An event says little of a job that has just begun, and nothing of the curve between two events.
    const isNew = progress.status !== status.status || progress.phase !== phaseOf(status);
    if (isNew || Date.now() > readAt + WHOLE_MS) {
      status = await readJob(id, signal);
      readAt = Date.now();
      tellWhole(status);
    }
    tell((last) => ({ ...last, ...withProgress(last, progress) }));
  }
}

async function openEvents(id: string, lastId: string, signal: AbortSignal): Promise<Response> {
  const { response } = await api.GET('/api/modules/analyst/solve/{job_id}/events', {
    params: { path: { job_id: id } },
    headers: { 'Last-Event-ID': lastId },
    parseAs: 'stream',
    signal,
  });
  return response;
}

const phaseOf = ({ progress_detail }: Job) => progress_detail?.phase ?? null;

const pointsOf = ({ progress_detail }: Job): readonly Point[] => progress_detail?.convergence ?? [];

function withProgress({ job, points }: FollowedJob, progress: Progress): Pick<FollowedJob, 'job' | 'points'> {
  if (!job || !isOpen(job)) return { job, points };
  const { status, queue_position, progress: percent, phase, ...detail } = progress;
  const progress_detail = phase && { nodes: null, ...job.progress_detail, ...detail, phase };
  return {
    job: { ...job, status, queue_position, progress: percent, progress_detail },
    points: withPoint(points, detail),
  };
}
