/** Downloads of a job: result, case, signed files, tables and code. */
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

/** True for an empty field or a matrix without rows. */
const isEmpty = (value: unknown): boolean =>
  !value || Object.keys(Object(Object(value).names ?? value)).length === 0;

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
      <Card title="Files">
        <ul class="rows">
          <Download text="Result" name={`result-${job_id}.json`} read={() => result({})} />
          <Download text="Submitted case" name={`case-${job_id}.json`} read={() => readPayload(job_id)} />
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
            With certificate, case and result, <a href={href('/verify')}>anyone can check</a> this job without
            this service.
          </p>
        )}
      </Card>
      <Card title="Tables">
        {hasSchedule ? (
          <Fields jobId={job_id} result={FIELDS}>
            {(fields) => (
              <ul class="rows">
                {NAMES.flatMap((table) => {
                  const { text, field } = RESULT_TABLES[table];
                  if (field && isEmpty(fields[field])) return [];
                  const read = () => result({ format: 'csv', table });
                  return <Download key={table} text={text} name={`${table}-${job_id}.csv`} read={read} />;
                })}
              </ul>
            )}
          </Fields>
        ) : (
          <Empty>No schedule, so no tables.</Empty>
        )}
      </Card>
      {!isGuest && (
        <Card title="Use in code">
          <p>Create the key, $GRID_API_KEY, in your account. All but the last submit this job again.</p>
          {Object.entries(jobCode(job, BASE_URL)).map(([name, text]) => (
            <Secret key={name} label={name} text={text} />
          ))}
          {hasSchedule && <Secret label="Prices in pandas" text={tableCode(job_id, 'lmp', BASE_URL)} />}
        </Card>
      )}
    </>
  );
}
