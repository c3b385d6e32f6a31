/** The runs of the caller. */
import type { Reply } from '../../client/client.ts';
import { standingWords } from '../../client/runs.ts';
import { Badge, Time } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { RunList } from '../parts/list.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';

type Run = Reply<'getModelBuilderExecutions'>['executions'][number];

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'Run',
    cell: ({ execution_id, pcm_model_id }) => <a href={href(`/runs/${execution_id}`)}>{pcm_model_id}</a>,
  },
  { head: 'Outcome', cell: (run) => <Badge text={standingWords(run)} /> },
  {
    head: 'Solved',
    cell: ({ windows_solved, windows_total, outcome_causes }) => (
      <>
        {count(windows_solved)} of {count(windows_total)} <small>{outcome_causes.join(', ')}</small>
      </>
    ),
  },
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
      const { executions, total } = await get(path, { params: { query }, signal });
      return { rows: executions, total };
    }}
  >
    A production-cost model on a network: one solve, or up to a year of days one after another.
  </RunList>
);
