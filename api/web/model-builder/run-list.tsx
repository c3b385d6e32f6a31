/** List of the user's runs. */
import type { Reply } from '../../client/client.ts';
import { runTitle, standingWords } from '../../client/runs.ts';
import { Ago, Badge, Money } from '../parts/elements.tsx';
import { count, duration, percent } from '../parts/format.ts';
import { RunList } from '../parts/list.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';

type Run = Reply<'getModelBuilderExecutions'>['executions'][number];

const COLUMNS: readonly Column<Run>[] = [
  {
    head: 'Run',
    cell: (run) => (
      <>
        <a href={href(`/runs/${run.execution_id}`)}>{runTitle(run)}</a>{' '}
        <small class="quiet">{run.pcm_model_id}</small>
      </>
    ),
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
  { head: 'Largest gap', isNumber: true, cell: ({ largest_mip_gap: gap }) => percent(gap) },
  { head: 'Operating cost', isNumber: true, cell: ({ total_cost_usd }) => <Money of={total_cost_usd} /> },
  { head: 'Submitted', cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    head: 'Took',
    isNumber: true,
    cell: ({ created_at, finished_at }) =>
      duration(finished_at === null ? null : (Date.parse(finished_at) - Date.parse(created_at)) / 1000),
  },
];

export const Runs = () => (
  <RunList
    title="Runs"
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
    A production-cost model on a network: one solve, or up to a year of consecutive days.
  </RunList>
);
