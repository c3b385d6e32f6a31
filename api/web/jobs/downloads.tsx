/** Everything of a job as files. */
import { data } from '../../client/client.ts';
import { namesOf, RESULT_TABLES, type ResultQuery } from '../../client/tables.ts';
import { Download } from '../parts/download-item.tsx';
import { Card, Empty } from '../parts/elements.tsx';
import { isGuest } from '../parts/guest.ts';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { api, BASE_URL } from '../parts/session.ts';
import { Fields, readPayload } from '../results/result-data.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { tableCode } from './job-code.ts';

const NAMES = namesOf(RESULT_TABLES);
const FIELDS = Object.values(RESULT_TABLES).flatMap(({ field }) => field ?? []);

/** A matrix has the names of its rows. */
const isEmpty = (found: unknown): boolean =>
  !found || Object.keys(Object(Object(found).names ?? found)).length === 0;

export function DownloadsView({ job: { job_id }, summary }: ResultViewProps) {
  const hasSchedule = summary.total_cost_usd !== null;
  // A link shares what its page shows, and no certificate.
  const isSigned = hasSchedule && !isGuest;
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
          {isSigned && (
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
        {isSigned && (
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
                  const { text, field } = RESULT_TABLES[table];
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
        {hasSchedule && !isGuest && (
          <Secret label="The prices in pandas" text={tableCode(job_id, 'lmp', BASE_URL)} />
        )}
      </Card>
    </>
  );
}
