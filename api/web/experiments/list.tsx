/** List of the user's experiments. */
import { standingWords } from '../../client/runs.ts';
import { Ago, Badge } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { RunList } from '../parts/list.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import type { Experiment } from './rows.ts';

const COLUMNS: readonly Column<Experiment>[] = [
  {
    head: 'Experiment',
    cell: ({ experiment_id, name }) => <a href={href(`/experiments/${experiment_id}`)}>{name}</a>,
  },
  { head: 'Outcome', cell: (experiment) => <Badge text={standingWords(experiment)} /> },
  {
    head: 'Scenarios',
    isNumber: true,
    cell: ({ scenarios_completed, scenarios_total }) =>
      `${count(scenarios_completed)} of ${count(scenarios_total)}`,
  },
  {
    head: 'Without a schedule',
    cell: ({ scenarios_unsolved, outcome_causes }) => (
      <>
        {count(scenarios_unsolved)} <small>{outcome_causes.join(', ')}</small>
      </>
    ),
  },
  { head: 'Method', cell: ({ method }) => method },
  { head: 'Base', cell: ({ base_scenario_id }) => base_scenario_id },
  { head: 'Submitted', cell: ({ created_at }) => <Ago at={created_at} /> },
];

export const Experiments = () => (
  <RunList
    title="Experiments"
    noun="experiments"
    begin={{ path: '/experiments/new', text: 'New experiment' }}
    columns={COLUMNS}
    keyOf={({ experiment_id }) => experiment_id}
    read={async (query, signal) => {
      const { experiments, total } = await get('/api/experiments', { params: { query }, signal });
      return { rows: experiments, total };
    }}
  >
    One case, solved for many values of uncertain inputs: load, fuel prices, wind, line ratings.
  </RunList>
);
