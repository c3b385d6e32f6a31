/** Actions on a job that has ended: compare, change, submit again. */
import { Badge, Card, Notice, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { isGuest } from '../parts/guest.ts';
import { go, href } from '../parts/router.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { submitRepair, submitSolve } from '../parts/submit-solve.ts';
import { readPayload } from '../results/result-data.tsx';
import type { Job } from '../results/view.ts';
import { ERRORS } from './words.ts';

export const NextSteps = ({ job }: { readonly job: Job }) => (
  <>
    {!isGuest && (
      <a class="button" href={href('/jobs', { scenario: job.scenario_id, status: 'completed' })}>
        Compare with…
      </a>
    )}
    <a class="button" href={href('/solve', { job: job.job_id })}>
      Change and solve again
    </a>
  </>
);

/** A job that ended without a result: the reason, and next steps. */
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
          ? 'The same case may succeed in another attempt.'
          : 'Change the case or submit it again.'}
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
