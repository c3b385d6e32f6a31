/** Everything of a job as files. */
import { data } from '../../client/client.ts';
import { namesOf, RESULT_TABLES, type ResultQuery } from '../../client/tables.ts';
import { Download, SignedFiles } from '../parts/download-item.tsx';
import { Card, Empty } from '../parts/elements.tsx';
import { isGuest } from '../parts/guest.ts';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { api, BASE_URL } from '../parts/session.ts';
import { Fields, readPayload } from '../results/result-data.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { jobCode, tableCode } from './job-code.ts';

const NAMES = namesOf(RESULT_TABLES);
const FIELDS = Object.values(RESULT_TABLES).flatMap(({ field }) => field ?? []);

/** A matrix has the names of its rows. */
const isEmpty = (found: unknown): boolean =>
  !found || Object.keys(Object(Object(found).names ?? found)).length === 0;

export function DownloadsView({ job, summary }: ResultViewProps) {
  const { job_id } = job;
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
            <SignedFiles
              id={job_id}
              read={(what) =>
                data(api.GET(`/api/modules/analyst/solve/{job_id}/${what}`, { params, parseAs: 'blob' }))
              }
            />
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
      </Card>
      {!isGuest && (
        <Card title="Use in code">
          <p>The key, $GRID_API_KEY, is made in your account. All but the last submit this job once more.</p>
          {Object.entries(jobCode(job, BASE_URL)).map(([name, text]) => (
            <Secret key={name} label={name} text={text} />
          ))}
          {hasSchedule && <Secret label="The prices in pandas" text={tableCode(job_id, 'lmp', BASE_URL)} />}
        </Card>
      )}
    </>
  );
}
