/** Always in sight: what is solved, what the server says of it, how, and the button that does it. */
import { ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { submitSolve } from '../parts/submit-solve.ts';
import type { Load } from '../parts/use-load.ts';
import { changeForm, type Draft, toSubmission } from './draft.ts';
import type { Check } from './use-check.ts';

interface SolveBarProps {
  readonly current: Draft;
  readonly check: Load<Check>;
}

export function SolveBar({ current, check }: SolveBarProps) {
  const { form, title } = current;
  const key = useSubmissionKey(`${current.revision} ${JSON.stringify(form)}`);
  const submit = useAction(async () => {
    const submission = await toSubmission(current);
    const { job_id } = await key.use((idempotencyKey) => submitSolve(submission, idempotencyKey));
    go(`/jobs/${job_id}`);
  });
  const wrong = check.data?.marks.find(({ about }) => about === 'options.time_limit')?.message;
  return (
    <section class="solve-bar" aria-label="Solve">
      <div>
        <strong>{title}</strong>
        <div role="status">
          {check.isLoading ? <Spinner label="Checking" /> : check.data && <Verdict {...check.data} />}
        </div>
        {check.problem && <ProblemNotice problem={check.problem} retry={check.reload} />}
        {submit.problem && <ProblemNotice problem={submit.problem} />}
      </div>
      <Choice label="Problem" value={form.type} options={TYPES} onValue={(type) => changeForm({ type })} />
      <Field
        label="Name of the job"
        value={form.name}
        onValue={(name) => changeForm({ name })}
        placeholder="optional"
      />
      <Field
        label="Time limit, s"
        type="number"
        min={1}
        max={3600}
        value={form.timeout}
        onValue={(timeout) => changeForm({ timeout })}
        error={wrong}
        placeholder="300"
      />
      <button type="button" class="primary" aria-disabled={submit.isBusy} onClick={submit.run}>
        {submit.isBusy ? 'Submitting…' : 'Solve'}
      </button>
    </section>
  );
}

const TYPES = [
  ['uc', 'Unit commitment'],
  ['scuc', 'Network (SCUC)'],
  ['ed', 'Economic dispatch'],
] as const;

function Verdict({ isValid, marks, size }: Check) {
  const errors = marks.filter(({ severity }) => severity === 'error').length;
  if (!size) {
    return (
      <span class="warning">
        The case cannot be submitted yet: {count(errors)} {errors === 1 ? 'field needs' : 'fields need'} a
        change.
      </span>
    );
  }
  return (
    <>
      {isValid ? (
        <span class="good">The case can be solved.</span>
      ) : (
        <span class="warning">
          The case can be submitted, but it has no schedule as it is; the job will say what would repair it.
        </span>
      )}{' '}
      <small>
        {count(size.rows)} rows, {count(size.columns)} columns, {count(size.integers)} of them whole numbers
      </small>
    </>
  );
}
