/** The last jobs of the caller. */
import type { Reply } from '../../client/client.ts';
import { Badge, Time } from '../parts/elements.tsx';
import { count, duration, percent } from '../parts/format.ts';
import { Objective, OutcomeBadge } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { type Column, Table } from '../parts/table.tsx';

type Job = Reply<'getModulesAnalystSolve'>['jobs'][number];

const COLUMNS: readonly Column<Job>[] = [
  {
    head: 'Job',
    cell: ({ job_id, name, scenario_id }) => <a href={href(`/jobs/${job_id}`)}>{name || scenario_id}</a>,
  },
  {
    head: 'Status',
    cell: ({ status, progress_detail: detail, queue_position }) => (
      <>
        <Badge text={status} />{' '}
        {status === 'running' && detail && `${duration(detail.elapsed_s)}, gap ${percent(detail.mip_gap)}`}
        {status === 'queued' && queue_position !== null && `${count(queue_position)} before it`}
      </>
    ),
  },
  {
    head: 'Result',
    cell: (job) => (job.termination_status ? <OutcomeBadge of={job} /> : '–'),
  },
  { head: 'Objective', isNumber: true, cell: (job) => <Objective of={job} /> },
  { head: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
];

export const NewestJobs = ({ jobs }: { readonly jobs: readonly Job[] }) => (
  <Table
    caption="The last jobs that you submitted"
    columns={COLUMNS}
    rows={jobs}
    keyOf={({ job_id }) => job_id}
  />
);
