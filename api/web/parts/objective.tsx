/** Outcome of a solve in lists: status, and objective with penalties. */
import { END_WORDS, isOver, type Job, queueWords } from '../../client/runs.ts';
import { Badge } from './elements.tsx';
import { duration, hasPenalties, money, type Penalized, percent } from './format.ts';

interface Outcome extends Penalized {
  readonly termination_status: string | null;
  readonly end_reason?: Job['end_reason'] | undefined;
}
interface Valued extends Penalized {
  readonly objective_value: number | null;
}

/** Badge of an outcome; amber if the schedule has penalties for load not served or exceeded limits. */
export function OutcomeBadge({ of }: { readonly of: Outcome }) {
  const { termination_status: status, end_reason } = of;
  if (!status) return null;
  return (
    <>
      {hasPenalties(of) ? (
        <Badge text={`${status} with penalties`} tone="warning" />
      ) : (
        <Badge text={status} />
      )}
      {end_reason && <small> {END_WORDS[end_reason]}</small>}
    </>
  );
}

/** Progress of an open job, or outcome of a job that has ended. */
export function JobState({ of: job }: { readonly of: Omit<Job, 'links'> }) {
  if (job.termination_status) return <OutcomeBadge of={job} />;
  const { status, progress, progress_detail: detail, queue_position } = job;
  return (
    <>
      <Badge text={status} />{' '}
      {status === 'running' && (
        <>
          <progress max={100} value={progress} aria-label={`Progress of ${job.name || job.scenario_id}`} />{' '}
          {progress} %{detail && `, ${duration(detail.elapsed_s)}`}
          {detail && detail.mip_gap !== null && `, gap ${percent(detail.mip_gap)}`}
        </>
      )}
      {!isOver(job) && queue_position !== null && queueWords(queue_position)}
    </>
  );
}

export const Objective = ({ of }: { readonly of: Valued }) => (
  <>
    {money(of.objective_value)}
    {hasPenalties(of) && (
      <>
        <br />
        <small>penalties {money(of.penalty_usd)}</small>
      </>
    )}
  </>
);
