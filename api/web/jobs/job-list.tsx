/** Table of the user's jobs with filters, search, sorting and bulk actions. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { isOver } from '../../client/runs.ts';
import { Ago, Empty, Loaded, Page } from '../parts/elements.tsx';
import { LineForm } from '../parts/form.tsx';
import { duration, percent } from '../parts/format.ts';
import { JobState, Objective } from '../parts/objective.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useEvery, useLoad } from '../parts/use-load.ts';
import { type Job, titleOf } from '../results/view.ts';
import { askedOf, filtersOf, secondsOf } from './list-query.ts';
import { Bulk, type BulkProps, Filters, labelJob } from './list-tools.tsx';
import { TYPES } from './words.ts';

const AGAIN_MS = 4000;

export function JobList() {
  const { query } = usePlace();
  const listQuery = askedOf(query);
  const load = useLoad(
    (signal) => {
      const params = { query: { ...listQuery, limit: PAGE_ROWS } };
      return data(api.GET('/api/modules/analyst/solve', { params, signal }));
    },
    [JSON.stringify(listQuery)],
  );
  const { data: shown, reload } = load;
  useEvery(AGAIN_MS, () => {
    if (shown?.jobs.some((job) => !isOver(job))) reload();
  });
  const isFiltered = Object.keys(filtersOf(query)).length > 0;
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
              {isFiltered ? 'No jobs match these filters.' : 'No jobs yet. '}
              {!isFiltered && <a href={href('/solve')}>Solve a case</a>}
            </Empty>
          ) : (
            <>
              <Jobs jobs={jobs} onChange={reload} />
              <Pager offset={listQuery.offset ?? 0} total={total} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const NEWEST_FIRST = '-submitted_at';

function Jobs({ jobs, onChange }: BulkProps) {
  const [ids, setIds] = useState<readonly string[]>([]);
  // Selected jobs in the order of selection, because all others are compared with the first.
  const chosen = ids.flatMap((id) => jobs.filter(({ job_id }) => job_id === id));
  const choose: Column<Job> = {
    head: 'Chosen',
    headCell: (
      <input
        type="checkbox"
        aria-label="Choose all jobs of this page"
        checked={chosen.length === jobs.length}
        onChange={({ currentTarget: { checked } }) => setIds(checked ? jobs.map(({ job_id }) => job_id) : [])}
      />
    ),
    cell: ({ job_id, ...job }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${titleOf(job)}`}
        checked={ids.includes(job_id)}
        onChange={({ currentTarget: { checked } }) =>
          setIds((last) => [...last.filter((id) => id !== job_id), ...(checked ? [job_id] : [])])
        }
      />
    ),
  };
  const name: Column<Job> = {
    head: 'Job',
    sort: 'name',
    cell: (job) => <JobName job={job} onChange={onChange} />,
  };
  return (
    <>
      <Bulk jobs={chosen} onChange={onChange} />
      <Table
        caption="Jobs"
        look="dense jobs"
        rows={jobs}
        keyOf={({ job_id }) => job_id}
        columns={[choose, name, ...COLUMNS]}
        sort={NEWEST_FIRST}
      />
    </>
  );
}

const COLUMNS: readonly Column<Job>[] = [
  { head: 'Type', cell: ({ job_type }) => <abbr title={TYPES[job_type]}>{job_type.toUpperCase()}</abbr> },
  { head: 'Outcome', cell: (job) => <JobState of={job} /> },
  { head: 'Objective', isNumber: true, sort: 'objective_value', cell: (job) => <Objective of={job} /> },
  { head: 'Gap', isNumber: true, sort: 'mip_gap', cell: ({ mip_gap }) => percent(mip_gap) },
  { head: 'Duration', isNumber: true, sort: 'duration', cell: (job) => duration(secondsOf(job)) },
  { head: 'Submitted', sort: 'submitted_at', cell: (job) => <Ago at={job.submitted_at} /> },
  {
    head: 'Tags',
    cell: ({ tags }) =>
      tags.map((tag) => (
        <button
          key={tag}
          type="button"
          class="badge"
          aria-label={`Only jobs tagged ${tag}`}
          onClick={() => setQuery({ tag, offset: undefined })}
        >
          {tag}
        </button>
      )),
  },
];

function JobName({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) {
  const [isChanged, setIsChanged] = useState(false);
  const title = titleOf(job);
  const rename = async (name: string): Promise<void> => {
    await labelJob(job, { name });
    setIsChanged(false);
    onChange();
  };
  return isChanged ? (
    <LineForm label="New name" submit="Save" value={title} work={rename} onBack={() => setIsChanged(false)} />
  ) : (
    <>
      <a href={href(`/jobs/${job.job_id}`)} title={title}>
        {title}
      </a>
      <button type="button" class="bare" aria-label={`Rename ${title}`} onClick={() => setIsChanged(true)}>
        ✎
      </button>
      {title !== job.scenario_id && <small class="quiet">{job.scenario_id}</small>}
    </>
  );
}
