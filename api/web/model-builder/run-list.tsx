/** The runs of the caller. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Time } from '../parts/elements.tsx';
import { RunList } from '../parts/list.tsx';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';

type Run = Reply<'getModelBuilderExecutions'>['executions'][number];

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'Run',
    cell: ({ execution_id, pcm_model_id }) => <a href={href(`/runs/${execution_id}`)}>{pcm_model_id}</a>,
  },
  { head: 'Status', cell: ({ status }) => <Badge text={status} /> },
  { head: 'Network', cell: ({ network_id }) => network_id },
  { head: 'Submitted', cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Ended', cell: ({ finished_at }) => <Time at={finished_at} /> },
];

export const Runs = () => (
  <RunList
    title="Model builder"
    noun="runs"
    begin={{ path: '/runs/new', text: 'New run' }}
    columns={COLUMNS}
    keyOf={({ execution_id }) => execution_id}
    read={async (query, signal) => {
      const path = '/api/model-builder/executions';
      const { executions, total } = await data(api.GET(path, { params: { query }, signal }));
      return { rows: executions, total };
    }}
  >
    A production-cost model on a network: one solve, or up to a year of days one after another.
  </RunList>
);
