/** What a solve found, as every list shows it: its status, and its objective with the penalties within. */
import {
  END_WORDS,
  type Experiment,
  isOver,
  type Job,
  queueWords,
  standingWords,
} from '../../client/runs.ts';
import { Badge } from './elements.tsx';
import { duration, hasPenalties, money, type Penalized, percent } from './format.ts';

interface Found extends Penalized {
  readonly termination_status: string | null;
  readonly end_reason?: Job['end_reason'] | undefined;
}
/** Coloured by the outcome: a run that has ended as it should may have no schedule at all. */
export function RunBadge({ of }: { readonly of: Pick<Experiment, 'status' | 'outcome'> }) {
  const words = standingWords(of);
  if (of.outcome === null || words === of.status) return <Badge text={words} />;
  return <Badge text={words} tone={OUTCOME_TONES[of.outcome]} />;
}

const OUTCOME_TONES = { solved: 'good', partly_solved: 'warning', unsolved: 'bad' } as const;

interface Valued extends Penalized {
  readonly objective_value: number | null;
}

/** Amber where load is not served or limits are exceeded: an optimum of that case, but no plain success. */
export function OutcomeBadge({ of }: { readonly of: Found }) {
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

/** How far an open job is, and the outcome of one that has ended. */
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

export const objectiveText = (of: Valued): string =>
  `${money(of.objective_value)}${hasPenalties(of) ? `, penalties ${money(of.penalty_usd)}` : ''}`;

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
