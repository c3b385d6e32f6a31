/** Open runs of all users, for administrators, with links to the Temporal Web UI. */
import type { Reply } from '../../client/client.ts';
import { Badge, Card, Empty, Time } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { type Column, Table } from '../parts/table.tsx';

type Run = NonNullable<Reply<'getOverview'>['open_runs']>[number];

const VIEWS = {
  job: '/jobs',
  experiment: '/experiments',
  execution: '/runs',
  study: '/connections',
} as const;
const KINDS = {
  job: 'job',
  experiment: 'experiment',
  execution: 'model builder',
  study: 'connections',
} as const;

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'Run',
    cell: ({ kind, id, name }) => <a href={href(`${VIEWS[kind]}/${id}`)}>{name}</a>,
  },
  { head: 'Kind', cell: ({ kind }) => KINDS[kind] },
  {
    head: 'User',
    cell: ({ user_id, username }) => <a href={href(`/admin/users/${user_id}`)}>{username ?? user_id}</a>,
  },
  { head: 'Status', cell: ({ status }) => <Badge text={status} /> },
  { head: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
];

const workflowColumn = (temporalUrl: string): Column<Run> => ({
  head: 'Workflow',
  cell: ({ workflow_id, name }) => (
    <a
      href={`${temporalUrl}/workflows/${encodeURIComponent(workflow_id)}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Workflow of ${name} in Temporal, in a new window`}
    >
      Temporal
    </a>
  ),
});

interface OpenRunsProps {
  readonly runs: readonly Run[];
  readonly temporalUrl: string | null;
}

export const OpenRuns = ({ runs, temporalUrl }: OpenRunsProps) => (
  <Card
    title="Open runs of all users"
    actions={
      temporalUrl && (
        <a href={`${temporalUrl}/workflows`} target="_blank" rel="noreferrer">
          Temporal Web UI (new window)
        </a>
      )
    }
  >
    {runs.length === 0 ? (
      <Empty>No open runs.</Empty>
    ) : (
      <Table
        caption="The newest open runs of all users"
        columns={temporalUrl ? [...COLUMNS, workflowColumn(temporalUrl)] : COLUMNS}
        rows={runs}
        keyOf={({ id }) => id}
      />
    )}
  </Card>
);
