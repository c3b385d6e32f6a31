/** How far a run is, and the button that ends it. */
import { data } from '../../client/client.ts';
import { type Execution, isOver, secondsLeft, solvesDone } from '../../client/runs.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { fullDate } from '../parts/dates.ts';
import { Badge, Card, Notice, Time } from '../parts/elements.tsx';
import { count, duration } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';

export const Cancel = ({ run, onDone }: { readonly run: Execution; readonly onDone: () => void }) => (
  <ConfirmButton
    text="Cancel"
    question="Cancel this run?"
    work={async () => {
      const params = { path: { execution_id: run.execution_id } };
      await data(api.DELETE('/api/model-builder/executions/{execution_id}', { params }));
      onDone();
    }}
  >
    The days that have been solved stay; the others are not solved any more.
  </ConfirmButton>
);

export function Progress({ run }: { readonly run: Execution }) {
  const left = secondsLeft(run, Date.now());
  const { windows_total: total, options, solver, results } = run;
  const done = solvesDone(run);
  return (
    <Card title="Run">
      <p aria-live="polite">
        <Badge text={run.status} /> {results && <Badge text={results.termination_status} />} {count(done)} of{' '}
        {count(total)} {total === 1 ? 'solve' : 'days'} solved
        {left !== null && `, about ${duration(left)} left`}.
      </p>
      {!isOver(run) && <progress aria-label="Days that are solved" max={total} value={done} />}
      <p>
        {count(options.horizon)} h{run.start_time && ` from ${fullDate(run.start_time)}`}
        {options.include_reserves && ' with spinning reserve'}, solver {solver.id}, submitted{' '}
        <Time at={run.created_at} />
        {run.finished_at && (
          <>
            , ended <Time at={run.finished_at} />
          </>
        )}
        .
      </p>
      {run.warnings?.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {run.error && <Notice tone="bad">{run.error.message}</Notice>}
      {results?.message && (
        <Notice tone="warning">
          {results.message} {results.job_id && <a href={href(`/jobs/${results.job_id}`)}>See the causes</a>}
        </Notice>
      )}
    </Card>
  );
}
