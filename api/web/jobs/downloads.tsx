/** Everything of a job as files. */
import { data } from '../../client/client.ts';
import type { operations } from '../../client/openapi.d.ts';
import { Download } from '../parts/download-item.tsx';
import { Card, Empty, Loaded } from '../parts/elements.tsx';
import { api, BASE_URL } from '../parts/session.ts';
import { CodeText } from '../parts/use-in-code.tsx';
import type { Result } from '../results/pack.ts';
import { useResult } from '../results/result-data.ts';
import type { ResultViewProps } from '../results/view.ts';
import { tableCode } from './job-code.ts';

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

/** Tables that are empty when the result has nothing in this field. */
const ROWS_IN: Readonly<Partial<Record<TableName, keyof Result>>> = {
  flows: 'flows_mw',
  dc_flows: 'dc_flow_mw',
  binding_constraints: 'binding_constraints',
  overflow: 'overflow_mw',
  reserves: 'reserve_mw',
  emissions: 'generator_emissions_t',
  storage: 'storage',
  renewables: 'renewable_mw',
  unserved: 'unserved_mw',
  losses: 'losses_mw',
  certificate: 'certificate',
  convergence: 'convergence',
};
const FIELDS = Object.values(ROWS_IN);

const NAMES = Object.keys(TABLES) as TableName[];
const isFull = (found: unknown): boolean => {
  if (found === null || typeof found !== 'object') return false;
  // A matrix has the names of its rows.
  return Object.keys('names' in found ? Object(found.names) : found).length > 0;
};

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
          <Tables jobId={job_id} read={result} />
        ) : (
          <Empty>There is no schedule, so there are no tables.</Empty>
        )}
      </Card>
    </>
  );
}

interface TablesProps {
  readonly jobId: string;
  readonly read: (query: ResultQuery) => Promise<Blob>;
}

/** Those with rows. */
function Tables({ jobId, read }: TablesProps) {
  const load = useResult(jobId, FIELDS);
  return (
    <Loaded load={load}>
      {(found) => (
        <>
          <ul class="rows">
            {NAMES.map((table) => {
              const field = ROWS_IN[table];
              return field && !isFull(found[field]) ? null : (
                <Download
                  key={table}
                  text={TABLES[table]}
                  name={`${table}-${jobId}.csv`}
                  read={() => read({ format: 'csv', table })}
                />
              );
            })}
          </ul>
          {Object.entries(tableCode(jobId, 'lmp', BASE_URL)).map(([name, code]) => (
            <CodeText key={name} name={`The prices with ${name}`} text={code} />
          ))}
        </>
      )}
    </Loaded>
  );
}
