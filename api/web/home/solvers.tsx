/** How busy the solvers are. */
import type { Reply } from '../../client/client.ts';
import { Badge, Card } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { type Column, Table } from '../parts/table.tsx';

type Queues = Reply<'getOverview'>['solvers'];
type Queue = Queues['queues'][number];

function Availability({ available }: Pick<Queue, 'available'>) {
  if (available === null) return <Badge text="unknown" />;
  return <Badge text={available ? 'ready' : 'absent'} tone={available ? 'good' : 'quiet'} />;
}

const COLUMNS: readonly Column<Queue>[] = [
  {
    head: 'Solver',
    cell: ({ solver, available }) => (
      <>
        <code>{solver}</code> <Availability available={available} />
      </>
    ),
  },
  { head: 'Running', isNumber: true, cell: ({ running }) => count(running) },
  { head: 'Waiting', isNumber: true, cell: ({ waiting }) => count(waiting) },
  { head: 'Workers', isNumber: true, cell: ({ workers }) => count(workers) },
];

export const Solvers = ({ solvers: { slots, queues } }: { readonly solvers: Queues }) => (
  <Card title="Solvers">
    <Table caption="Queues of the solvers" columns={COLUMNS} rows={queues} keyOf={({ solver }) => solver} />
    <p class="quiet">
      {slots === null
        ? 'The number of slots is not known now.'
        : `A worker solves ${count(slots)} at a time.`}{' '}
      Jobs of all users, and the parts of experiments and runs, share the queues.
    </p>
  </Card>
);
