/** The scenarios of the caller, then the shared ones. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Empty, Loaded, Page, Time } from '../parts/elements.tsx';
import { href, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
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
  { head: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
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
  const { query } = usePlace();
  const offset = Number(query['offset'] ?? 0) || 0;
  const load = useLoad(
    (signal) => data(api.GET('/api/scenarios', { params: { query: { limit: PAGE_ROWS, offset } }, signal })),
    [offset],
  );
  return (
    <Page
      title="Scenarios"
      actions={
        <a class="button primary" href={href('/solve')}>
          Import a file
        </a>
      }
    >
      <Loaded load={load}>
        {({ scenarios, total }) =>
          scenarios.length === 0 ? (
            <Empty>
              There is no scenario yet. A case becomes one when it is imported or solved.{' '}
              <a href={href('/solve')}>Choose a case</a>
            </Empty>
          ) : (
            <>
              <Table
                caption="Scenarios"
                rows={scenarios}
                keyOf={({ scenario_id, owner }) => `${scenario_id} ${owner}`}
                columns={COLUMNS}
              />
              <Pager offset={offset} total={total} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
