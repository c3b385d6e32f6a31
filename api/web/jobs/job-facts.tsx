/** Facts of a job: state, times, scenario, and the run or experiment it belongs to. */
import { dayName } from '../../client/dates.ts';
import { Ago, Badge } from '../parts/elements.tsx';
import { count, duration } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { OutcomeBadge } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { useLoad } from '../parts/use-load.ts';
import { readCase } from '../results/result-data.tsx';
import { type Job, readDays } from '../results/view.ts';
import { secondsOf } from './list-query.ts';
import { TYPES } from './words.ts';

type Part = NonNullable<Job['part_of']>;

export function JobFacts({ job }: { readonly job: Job }) {
  const seconds = secondsOf(job);
  return (
    <p class="about">
      <span role="status">
        {job.termination_status === null && <Badge text={job.status} />} <OutcomeBadge of={job} />
      </span>
      <abbr title={TYPES[job.job_type]}>{job.job_type.toUpperCase()}</abbr>
      {!isGuest && <CaseOf job={job} />}
      <PartOf job={job} />
      {job.repair_of && <a href={href(`/jobs/${job.repair_of}`)}>Repairs an infeasible job</a>}
      <span>
        {job.finished_at ? 'ended' : 'submitted'} <Ago at={job.finished_at ?? job.submitted_at} />
        {job.finished_at && seconds !== undefined && ` after ${duration(seconds)}`}
      </span>
      {job.tags.map((tag) => (
        <a key={tag} class="badge" href={href('/jobs', { tag })}>
          {tag}
        </a>
      ))}
    </p>
  );
}

/** Link to the scenario that was solved. */
function CaseOf({ job: { part_of, scenario_id } }: { readonly job: Job }) {
  // The jobs of a run solve parts of a network, not a scenario.
  if (part_of?.type === 'execution') return <span>network {scenario_id}</span>;
  return (
    <span>
      scenario <a href={href(`/scenarios/${encodeURIComponent(scenario_id)}`)}>{scenario_id}</a>
    </span>
  );
}

/** Link to the experiment, run or job to which the job belongs. */
function PartOf({ job }: { readonly job: Job }) {
  const { part_of: part } = job;
  if (!part) return null;
  if (part.type === 'execution') return <WindowOfRun job={job} part={part} />;
  return part.type === 'experiment' ? (
    <a href={href(`/experiments/${part.id}`)}>Scenario {part.index + 1} of an experiment</a>
  ) : (
    <a href={href(`/jobs/${part.id}`)}>Answers a question about this job</a>
  );
}

/** Window of a run, with links to the solved windows before and after it. */
function WindowOfRun({ job, part }: { readonly job: Job; readonly part: Part }) {
  const { data: days = [] } = useLoad((signal) => readDays(job, signal), [part.id, part.index, job.status]);
  const { data: solved } = useLoad(() => readCase(job.job_id, ['horizon']), [job.job_id]);
  const at = days.findIndex(({ job_id }) => job_id === job.job_id);
  const window = days[at];
  // Drafts and real-time hours are not in the list of windows.
  if (!window) return <a href={href(`/runs/${part.id}`)}>Part of a run</a>;
  const lookAhead = solved && solved.horizon - window.hours;
  return (
    <span>
      <Neighbour day={days[at - 1]} text="previous" /> <Neighbour day={days[at + 1]} text="next" />{' '}
      <a href={href(`/runs/${part.id}`)}>{dayName(window.start_time) ?? `Day ${window.day}`} of a run</a>:{' '}
      {count(window.hours)} h kept
      {lookAhead !== undefined && lookAhead > 0 && `, ${count(lookAhead)} h look-ahead`}
    </span>
  );
}

type Day = { readonly day: number; readonly job_id: string; readonly start_time: string | null };

const Neighbour = ({ day, text }: { readonly day: Day | undefined; readonly text: 'previous' | 'next' }) =>
  day ? (
    <a
      class="button"
      href={href(`/jobs/${day.job_id}`)}
      aria-label={`The ${text} day, ${dayName(day.start_time) ?? day.day}`}
    >
      {text === 'previous' ? '‹' : '›'}
    </a>
  ) : null;
