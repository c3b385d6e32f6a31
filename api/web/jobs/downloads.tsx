/** Everything of a job as files. */
import { data } from '../../client/client.ts';
import type { operations } from '../../client/openapi.d.ts';
import { Download } from '../parts/download-item.tsx';
import { Card, Empty } from '../parts/elements.tsx';
import { api } from '../parts/session.ts';
import type { ResultViewProps } from '../results/view.ts';

type ResultQuery = NonNullable<operations['getModulesAnalystSolveByJobIdResults']['parameters']['query']>;
type TableName = NonNullable<ResultQuery['table']>;

const TABLES: Readonly<Record<TableName, string>> = {
  dispatch: 'Output of every unit',
  commitment: 'Units on and off',
  startup: 'Starts',
  lmp: 'Prices by bus, with energy, congestion and loss',
  costs: 'Cost of operation by part, penalties and objective',
  flows: 'Line flows',
  dc_flows: 'Power of DC lines',
  binding_constraints: 'Lines at their limits, with shadow prices',
  overflow: 'Overflow of soft lines',
  reserves: 'Reserve and its prices',
  emissions: 'CO2',
  storage: 'Storage',
  renewables: 'Renewables and curtailment',
  unserved: 'Load not served',
  losses: 'Losses',
  certificate: 'Checks of the certificate',
  convergence: 'Best objective and bound over the time of the search',
};

const NAMES = Object.keys(TABLES) as TableName[];

export function DownloadsView({ job: { job_id }, summary }: ResultViewProps) {
  const hasSchedule = summary.total_cost_usd !== null;
  const path = { job_id };
  const result = (query: ResultQuery) =>
    data(
      api.GET('/api/modules/analyst/solve/{job_id}/results', { params: { path, query }, parseAs: 'blob' }),
    );
  const payload = () =>
    data(api.GET('/api/modules/analyst/solve/{job_id}/payload', { params: { path }, parseAs: 'blob' }));
  return (
    <>
      <Card title="Whole">
        <ul class="rows">
          <Download text="Result" name={`result-${job_id}.json`} read={() => result({})} />
          <Download text="The case as it was submitted" name={`case-${job_id}.json`} read={payload} />
        </ul>
      </Card>
      <Card title="Tables">
        {hasSchedule ? (
          <ul class="rows">
            {NAMES.map((table) => (
              <Download
                key={table}
                text={TABLES[table]}
                name={`${table}-${job_id}.csv`}
                read={() => result({ format: 'csv', table })}
              />
            ))}
          </ul>
        ) : (
          <Empty>There is no schedule, so there are no tables.</Empty>
        )}
      </Card>
    </>
  );
}
