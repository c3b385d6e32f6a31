/** Scenarios of the user, followed by shared scenarios. */
import type { Reply } from '../../client/client.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Ago, Badge, Page } from '../parts/elements.tsx';
import { List, useList } from '../parts/list.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { scenarioPath } from './store.ts';

type Scenario = Reply<'getScenarios'>['scenarios'][number];

const COLUMNS: readonly Column<Scenario>[] = [
  {
    head: 'Scenario',
    cell: ({ scenario_id, name }) => <a href={href(scenarioPath(scenario_id))}>{name}</a>,
  },
  { head: 'Type', cell: ({ job_type }) => job_type.toUpperCase() },
  { head: 'Owner', cell: ({ owner }) => (owner === null ? <Badge text="shared" tone="info" /> : 'you') },
  { head: 'Tags', cell: ({ tags }) => tags.join(', ') },
  { head: 'Changed', cell: ({ updated_at }) => <Ago at={updated_at} /> },
  {
    head: 'Last job',
    cell: ({ last_job_id }) => (last_job_id ? <a href={href(`/jobs/${last_job_id}`)}>Show</a> : '–'),
  },
  {
    head: 'Solve',
    cell: ({ scenario_id, name }) => (
      <a class="button" href={href('/solve', { scenario: scenario_id })} aria-label={`Solve ${name}`}>
        Solve
      </a>
    ),
  },
];

export function ScenarioList() {
  const load = useList(async (query, signal) => {
    const { scenarios, total } = await get('/api/scenarios', { params: { query }, signal });
    return { rows: scenarios, total };
  });
  const importing = <ButtonLink text="Import a file" look="primary" href={href('/solve')} />;
  return (
    <Page title="Scenarios" actions={importing}>
      <List
        load={load}
        empty={
          <>
            No scenarios yet. Importing or solving a case creates one.{' '}
            <a href={href('/solve')}>Choose a case</a>
          </>
        }
        caption="Scenarios"
        keyOf={({ scenario_id, owner }) => `${scenario_id} ${owner}`}
        columns={COLUMNS}
      />
    </Page>
  );
}
