/** What may be done with a job that has ended: it is compared, changed or submitted again. */
import { data } from '../../client/client.ts';
import { Badge, Card, Notice, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { ago } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { objectiveText } from '../parts/objective.tsx';
import { go, href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { submitRepair, submitSolve } from '../parts/submit-solve.ts';
import { useLoad } from '../parts/use-load.ts';
import { readPayload } from '../results/result-data.tsx';
import { type Job, titleOf } from '../results/view.ts';
import { ERRORS } from './words.ts';

export const NextSteps = ({ job }: { readonly job: Job }) => (
  <>
    {!isGuest && <CompareChooser job={job} />}
    <a class="button" href={href('/solve', { job: job.job_id })}>
      Change and solve again
    </a>
  </>
);

const MOST_TO_COMPARE = 50;

/** Chooses the job to compare with, among those that solved the same scenario. */
function CompareChooser({ job: { job_id: id, scenario_id } }: { readonly job: Job }) {
  const { data: others = [] } = useLoad(
    async (signal) => {
      const query = { status: 'completed', scenario_id, limit: MOST_TO_COMPARE } as const;
      const { jobs } = await data(api.GET('/api/modules/analyst/solve', { params: { query }, signal }));
      return jobs.filter(({ job_id, objective_value }) => job_id !== id && objective_value !== null);
    },
    [id, scenario_id],
  );
  if (others.length === 0) return null;
  return (
    <select
      aria-label="Compare with another job of this scenario"
      value=""
      onChange={({ currentTarget }) => go(`/jobs/${id}/compare/${currentTarget.value}`)}
    >
      <option value="">Compare with…</option>
      {others.map((other) => (
        <option key={other.job_id} value={other.job_id}>
          {titleOf(other)}, {objectiveText(other)}, {ago(other.submitted_at, Date.now())}
        </option>
      ))}
    </select>
  );
}

/** A job that ended without a result: why, and how to go on. */
export function NoResult({ job }: { readonly job: Job }) {
  const { error, status } = job;
  const isCancelled = status === 'cancelled';
  return (
    <Card title={isCancelled ? 'Cancelled' : 'Failed'}>
      {error && !isCancelled && (
        <Notice tone="bad">
          {ERRORS[error.code]} {error.message} <Badge text={error.code} />
        </Notice>
      )}
      <p>
        {error?.retryable && !isCancelled
          ? 'The same case may well succeed when it is tried once more.'
          : 'The case is kept: change it, or submit it as it was.'}
      </p>
      <div class="actions">
        {!isGuest && <SubmitAgain job={job} />}
        <a class="button" href={href('/solve', { job: job.job_id })}>
          Change the case
        </a>
      </div>
    </Card>
  );
}

function SubmitAgain({ job }: { readonly job: Job }) {
  const { job_id, job_type: type, scenario_id, name, tags, repair_of } = job;
  const key = useSubmissionKey();
  const action = useAction(async () => {
    const handle = await key.use(async (idempotencyKey) => {
      if (repair_of) return submitRepair(repair_of, false, idempotencyKey);
      const payload = await readPayload(job_id);
      return submitSolve({ type, payload, scenario_id, name: name ?? undefined, tags }, idempotencyKey);
    });
    go(`/jobs/${handle.job_id}`);
  });
  return (
    <>
      <button type="button" class="primary" aria-disabled={action.isBusy} onClick={action.run}>
        Submit again
      </button>
      {action.problem && <ProblemNotice problem={action.problem} />}
    </>
  );
}
