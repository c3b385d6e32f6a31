/** Tools above the job list: filters, filters that this browser has saved, and actions on the selected jobs. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { isOver } from '../../client/runs.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Choice, Field, LineForm } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api, me } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import type { Job } from '../results/view.ts';
import { filtersOf, STATUSES, savedIn, TYPE_NAMES, whyNotCompared } from './list-query.ts';
import { TYPES } from './words.ts';

export function Filters() {
  const { query } = usePlace();
  const field = (label: string, name: string) => ({
    label,
    value: query[name] ?? '',
    onValue: (value: string) => setQuery({ [name]: value, offset: undefined }, { replace: true }),
  });
  const statuses = STATUSES.map((status) => [status, status] as const);
  const types = TYPE_NAMES.map((type) => [type, TYPES[type]] as const);
  return (
    <search>
      <div class="fields">
        <Field type="search" {...field('Name or scenario', 'q')} />
        <Choice options={[['', 'All'], ...statuses]} {...field('Status', 'status')} />
        <Choice options={[['', 'All'], ...types]} {...field('Type', 'type')} />
        <Field type="search" {...field('Tag', 'tag')} />
      </div>
      <SavedFilters now={filtersOf(query)} />
    </search>
  );
}

function SavedFilters({ now }: { readonly now: ReturnType<typeof filtersOf> }) {
  // The key contains the user, because several people may use this browser.
  const key = `grid.job-filters.${useStore(me)?.user_id}`;
  const [saved, setSaved] = useState(() => savedIn(localStorage.getItem(key)));
  const save = (next: typeof saved): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  return (
    <div class="buttons line">
      {Object.entries(saved).map(([name, { ...query }]) => (
        <span key={name} class="badge">
          <a href={href('/jobs', query)}>{name}</a>
          <button
            type="button"
            class="bare"
            aria-label={`Forget the filter ${name}`}
            onClick={() => save(Object.fromEntries(Object.entries(saved).filter(([each]) => each !== name)))}
          >
            ×
          </button>
        </span>
      ))}
      {Object.keys(now).length > 0 && (
        <>
          <a href={href('/jobs')}>Show all jobs</a>
          <LineForm
            label="Name of this filter"
            submit="Save filter"
            work={async (name) => {
              if (name) save({ ...saved, [name]: now });
            }}
          />
        </>
      )}
    </div>
  );
}

export interface BulkProps {
  readonly jobs: readonly Job[];
  readonly onChange: () => void;
}

export function Bulk({ jobs, onChange }: BulkProps) {
  const open = jobs.filter((job) => !isOver(job));
  const whole = jobs.filter((job) => isOver(job) && (job.part_of ?? { type: 'job' }).type === 'job');
  const [first, ...rest] = jobs.map(({ job_id }) => job_id);
  const reason = whyNotCompared(jobs);
  /** Applies `work` to one job after the other; stops at the first refusal. */
  const each = async (some: readonly Job[], work: (job: Job) => Promise<unknown>): Promise<void> => {
    try {
      for (const job of some) await work(job);
    } finally {
      onChange();
    }
  };
  return (
    <div class="buttons line">
      <span role="status">{reason ?? `${jobs.length} chosen`}</span>
      {!reason && (
        <a class="button primary" href={href(`/jobs/${first}/compare/${rest.join(',')}`)}>
          Compare {jobs.length} jobs
        </a>
      )}
      {open.length > 0 && (
        <ConfirmButton
          text={`Cancel ${jobsOf(open)}`}
          question={`Cancel ${jobsOf(open)}?`}
          work={() => each(open, (job) => data(api.DELETE(JOB, pathOf(job))))}
        >
          Unfinished jobs end without a result.
        </ConfirmButton>
      )}
      {whole.length > 0 && (
        <ConfirmButton
          text={`Delete ${jobsOf(whole)}`}
          question={`Delete ${jobsOf(whole)}?`}
          work={() => each(whole, (job) => data(api.DELETE(`${JOB}/record`, pathOf(job))))}
        >
          Deletes case and result, too. Scenarios stay.
        </ConfirmButton>
      )}
      {jobs.length > 0 && (
        <LineForm
          label="Add or remove a tag"
          submit="Tag"
          work={(tag) => each(tag ? jobs : [], (job) => labelJob(job, { tags: toggled(tag, job, jobs) }))}
        />
      )}
    </div>
  );
}

const JOB = '/api/modules/analyst/solve/{job_id}';
const jobsOf = ({ length }: readonly Job[]): string => (length === 1 ? '1 job' : `${length} jobs`);
const pathOf = ({ job_id }: Job) => ({ params: { path: { job_id } } });

export const labelJob = (job: Job, body: Partial<Pick<Job, 'name' | 'tags'>>) =>
  data(api.PATCH(JOB, { ...pathOf(job), body }));

/** Tags of a job after a click on a tag: the tag is removed if all selected jobs have it, else added. */
function toggled(tag: string, { tags }: Job, jobs: readonly Job[]): string[] {
  const others = tags.filter((other) => other !== tag);
  return jobs.every((job) => job.tags.includes(tag)) ? others : [...others, tag];
}
