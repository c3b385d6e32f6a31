/** Everything of a job as files. */
import { data } from '../../client/client.ts';
import type { operations } from '../../client/openapi.d.ts';
import { Download } from '../parts/download-item.tsx';
import { Card, Empty } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { api, BASE_URL } from '../parts/session.ts';
import type { Result } from '../results/pack.ts';
import { Fields, readPayload } from '../results/result-data.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { tableCode } from './job-code.ts';

type ResultQuery = NonNullable<operations['getModulesAnalystSolveByJobIdResults']['parameters']['query']>;
type TableName = NonNullable<ResultQuery['table']>;

/** What each table is; with the field of the result without which it is empty. */
const TABLES: Readonly<Record<TableName, readonly [text: string, field?: keyof Result]>> = {
  dispatch: ['Output of every unit'],
  commitment: ['Units on and off'],
  startup: ['Starts'],
  lmp: ['Prices by bus, with energy, congestion and loss'],
  costs: ['Cost of operation by part, penalties and objective'],
  flows: ['Line flows', 'flows_mw'],
  dc_flows: ['Power of DC lines', 'dc_flow_mw'],
  binding_constraints: ['Lines at their limits, with shadow prices', 'binding_constraints'],
  overflow: ['Overflow of soft lines', 'overflow_mw'],
  reserves: ['Reserve and its prices', 'reserve_mw'],
  emissions: ['CO2', 'generator_emissions_t'],
  storage: ['Storage', 'storage'],
  renewables: ['Renewables and curtailment', 'renewable_mw'],
  unserved: ['Load not served', 'unserved_mw'],
  losses: ['Losses', 'losses_mw'],
  certificate: ['Checks of the certificate', 'certificate'],
  convergence: ['Best objective and bound over the time of the search', 'convergence'],
};

const NAMES = Object.keys(TABLES) as TableName[];
const FIELDS = Object.values(TABLES).flatMap(([, field]) => field ?? []);

/** A matrix has the names of its rows. */
const isEmpty = (found: unknown): boolean =>
  !found || Object.keys(Object(Object(found).names ?? found)).length === 0;

export function DownloadsView({ job: { job_id }, summary }: ResultViewProps) {
  const hasSchedule = summary.total_cost_usd !== null;
  const params = { path: { job_id } };
  const result = (query: ResultQuery) => {
    const params = { path: { job_id }, query };
    return data(api.GET('/api/modules/analyst/solve/{job_id}/results', { params, parseAs: 'blob' }));
  };
  return (
    <>
      <Card title="Whole">
        <ul class="rows">
          <Download text="Result" name={`result-${job_id}.json`} read={() => result({})} />
          <Download
            text="The case as it was submitted"
            name={`case-${job_id}.json`}
            read={() => readPayload(job_id)}
          />
          {hasSchedule && (
            <>
              <Download
                text="Report, to print and to pass on"
                name={`report-${job_id}.html`}
                read={() =>
                  data(
                    api.GET('/api/modules/analyst/solve/{job_id}/report.html', { params, parseAs: 'blob' }),
                  )
                }
              />
              <Download
                text="Signed certificate"
                name={`certificate-${job_id}.json`}
                read={() =>
                  data(
                    api.GET('/api/modules/analyst/solve/{job_id}/certificate', { params, parseAs: 'blob' }),
                  )
                }
              />
            </>
          )}
        </ul>
        {hasSchedule && (
          <p>
            With certificate, case and result <a href={href('/verify')}>anybody can check</a> this job,
            without this service.
          </p>
        )}
      </Card>
      <Card title="Tables">
        {hasSchedule ? (
          <Fields jobId={job_id} result={FIELDS}>
            {(found) => (
              <ul class="rows">
                {NAMES.flatMap((table) => {
                  const [text, field] = TABLES[table];
                  if (field && isEmpty(found[field])) return [];
                  const read = () => result({ format: 'csv', table });
                  return <Download key={table} text={text} name={`${table}-${job_id}.csv`} read={read} />;
                })}
              </ul>
            )}
          </Fields>
        ) : (
          <Empty>There is no schedule, so there are no tables.</Empty>
        )}
        {hasSchedule && <Secret label="The prices in pandas" text={tableCode(job_id, 'lmp', BASE_URL)} />}
      </Card>
    </>
  );
}
