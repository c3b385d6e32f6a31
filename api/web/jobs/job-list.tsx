/** The jobs of the caller, newest first. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Badge, Empty, Loaded, Page, Time } from '../parts/elements.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { Objective, OutcomeBadge } from '../parts/objective.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useEvery, useLoad } from '../parts/use-load.ts';
import type { Job } from '../results/view.ts';
import { isOpen } from './follow-job.ts';
import { TYPES, titleOf } from './words.ts';

const AGAIN_MS = 4000;

export function JobList() {
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0) || 0;
  const { status, type, tag, scenario } = query;
  const load = useLoad(
    (signal) => {
      const filter = {
        status: oneOf(STATUSES, status),
        job_type: oneOf(TYPE_NAMES, type),
        tag,
        scenario_id: scenario,
      };
      return data(
        api.GET('/api/modules/analyst/solve', {
          params: { query: { limit: PAGE_ROWS, offset, ...given(filter) } },
          signal,
        }),
      );
    },
    [offset, status, type, tag, scenario],
  );
  const { data: shown, reload } = load;
  useEvery(AGAIN_MS, () => {
    if (shown?.jobs.some(isOpen)) reload();
  });
  const isFiltered = Boolean(status || type || tag || scenario);
  return (
    <Page
      title="Jobs"
      actions={
        <a class="button primary" href={href('/solve')}>
          New solve
        </a>
      }
    >
      <Filters />
      <Loaded load={load}>
        {({ jobs, total }) =>
          jobs.length === 0 ? (
            <Empty>
              {isFiltered ? 'No job fits these filters. ' : 'Nothing has been solved yet. '}
              {isFiltered ? (
                <a href={href('/jobs')}>Show all jobs</a>
              ) : (
                <a href={href('/solve')}>Solve a case</a>
              )}
            </Empty>
          ) : (
            <>
              <Jobs jobs={jobs} onChange={reload} />
              <Pager offset={offset} total={total} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
const TYPE_NAMES = ['uc', 'scuc', 'ed'] as const;

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((each) => each === value);

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what is not filtered by. */
const given = <T extends object>(filter: T): Given<T> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as Given<T>;

function Filters() {
  const { query } = usePlace();
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, offset: undefined }, { replace: true });
  return (
    <search class="fields">
      <Choice
        label="Status"
        value={query['status'] ?? ''}
        options={[['', 'All'], ...STATUSES.map((status) => [status, status] as const)]}
        onValue={set('status')}
      />
      <Choice
        label="Type"
        value={query['type'] ?? ''}
        options={[['', 'All'], ...TYPE_NAMES.map((type) => [type, TYPES[type]] as const)]}
        onValue={set('type')}
      />
      <Field label="Scenario" type="search" value={query['scenario'] ?? ''} onValue={set('scenario')} />
      <Field label="Tag" type="search" value={query['tag'] ?? ''} onValue={set('tag')} />
    </search>
  );
}

function Jobs({ jobs, onChange }: { readonly jobs: readonly Job[]; readonly onChange: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string): void =>
    setChosen((last) => (last.includes(id) ? last.filter((each) => each !== id) : [...last, id].slice(-2)));
  const compare: Column<Job> = {
    head: 'Compare',
    cell: (job) =>
      job.objective_value !== null && (
        <input
          type="checkbox"
          aria-label={`Compare ${titleOf(job)}`}
          checked={chosen.includes(job.job_id)}
          onChange={() => choose(job.job_id)}
        />
      ),
  };
  const end: Column<Job> = {
    head: 'End',
    cell: (job) => isOpen(job) && <CancelJob job={job} onChange={onChange} />,
  };
  const [first, second] = chosen;
  return (
    <>
      <Table
        caption="Jobs"
        rows={jobs}
        keyOf={({ job_id }) => job_id}
        columns={[compare, ...COLUMNS, ...(jobs.some(isOpen) ? [end] : [])]}
      />
      <p role="status">
        {first && second ? (
          <a class="button primary" href={href(`/jobs/${first}/compare/${second}`)}>
            Compare the two
          </a>
        ) : (
          'Choose two jobs to compare them.'
        )}
      </p>
    </>
  );
}

const COLUMNS: readonly Column<Job>[] = [
  { head: 'Job', cell: (job) => <a href={href(`/jobs/${job.job_id}`)}>{titleOf(job)}</a> },
  { head: 'Scenario', cell: ({ scenario_id }) => scenario_id },
  { head: 'Type', cell: ({ job_type }) => <abbr title={TYPES[job_type]}>{job_type.toUpperCase()}</abbr> },
  {
    head: 'Status',
    cell: (job) => (
      <>
        <Badge text={job.status} /> {job.status === 'running' && `${job.progress} %`}
        {job.queue_position !== null && `${job.queue_position} before it`}
      </>
    ),
  },
  { head: 'Outcome', cell: (job) => <OutcomeBadge of={job} /> },
  { head: 'Objective', isNumber: true, cell: (job) => <Objective of={job} /> },
  { head: 'Submitted', cell: (job) => <Time at={job.submitted_at} /> },
  { head: 'Tags', cell: ({ tags }) => tags.join(', ') },
];

const CancelJob = ({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) => (
  <ConfirmButton
    text="Cancel job"
    question={`Cancel ${titleOf(job)}?`}
    work={async () => {
      const params = { path: { job_id: job.job_id } };
      await data(api.DELETE('/api/modules/analyst/solve/{job_id}', { params }));
      onChange();
    }}
  >
    The solve ends without a result.
  </ConfirmButton>
);
