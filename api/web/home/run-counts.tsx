/** How many runs of each kind are in each state; a number leads to its list. */
import type { Reply } from '../../client/client.ts';
import { count } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { type Column, Table } from '../parts/table.tsx';

type Counts = Reply<'getOverview'>['own'];

const KINDS = [
  { name: 'jobs', head: 'Jobs', path: '/jobs' },
  { name: 'experiments', head: 'Experiments', path: '/experiments' },
  { name: 'executions', head: 'Builder', path: '/runs' },
] as const;

const STATUSES = [
  { status: 'running', text: 'Running' },
  { status: 'queued', text: 'Waiting' },
  { status: 'completed', text: 'Completed' },
  { status: 'failed', text: 'Failed' },
  { status: 'cancelled', text: 'Cancelled' },
] as const;
type Row = (typeof STATUSES)[number];

interface RunCountsProps {
  readonly caption: string;
  readonly counts: Counts;
  readonly isLinked?: boolean;
}

export function RunCounts({ caption, counts, isLinked = false }: RunCountsProps) {
  const columns: Column<Row>[] = [
    { head: 'Status', cell: ({ text }) => text },
    ...KINDS.map(({ name, head, path }) => ({
      head,
      isNumber: true,
      cell: ({ status, text }: Row) => {
        const number = counts[name][status];
        if (!isLinked || number === 0) return count(number);
        return (
          <a href={href(path, { status })} aria-label={`${head}: ${count(number)} ${text.toLowerCase()}`}>
            {count(number)}
          </a>
        );
      },
    })),
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={STATUSES} keyOf={({ status }) => status} />
      <p class="quiet">
        What has ended is counted for 24 hours. Completed jobs without a feasible schedule:{' '}
        {count(counts.jobs.infeasible)}.
      </p>
    </>
  );
}
