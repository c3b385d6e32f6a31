/**
 * Bar that always stays visible, with the case, the result of its check by the server, the main options, and the solve
 * button.
 */

import { sleep } from '../../client/patient-fetch.ts';
import { Problem } from '../../client/problem.ts';
import { ActionButton } from '../parts/button.tsx';
import { ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Choice, Field, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { type DryRun, submitSolve, validateSolve } from '../parts/submit-solve.ts';
import { type Load, useLoad } from '../parts/use-load.ts';
import { callCase } from './case.ts';
import { changeForm, type Draft, toSubmission } from './draft.ts';
import { elementOf, type Mark, markOfField, markOfFinding } from './marks.ts';

export function SolveBar({ current, check }: { readonly current: Draft; readonly check: Load<Check> }) {
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
      <ActionButton {...submit} text="Solve" busy="Submitting…" look="primary" />
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
        <span class="warning">This case is infeasible. Submit it to get the smallest repair.</span>
      )}{' '}
      <small>
        {count(size.rows)} rows, {count(size.columns)} columns, {count(size.integers)} integer
      </small>
    </>
  );
}

const SETTLE_MS = 500;
/** A case larger than this, bytes, is checked only after a longer pause in typing. */
const LONG_BYTES = 2_000_000;
const SETTLE_LONG_MS = 3000;

interface Check {
  readonly marks: readonly Mark[];
  readonly size: DryRun['size'] | undefined;
  readonly isValid: boolean;
}

export const useCheck = (draft: Draft): Load<Check> =>
  useLoad(
    async (signal) => {
      await sleep(SETTLE_MS, signal);
      const submission = await toSubmission(draft);
      if (submission.payload.size > LONG_BYTES) await sleep(SETTLE_LONG_MS, signal);
      try {
        const { findings, size, valid } = await validateSolve(submission, signal);
        const elements = findings.map((finding) => elementOf(finding) ?? { list: '', id: '' });
        const places = await callCase('locate', elements);
        const marks = findings.map((finding, at) => markOfFinding(finding, places[at] ?? -1));
        return { marks, size, isValid: valid };
      } catch (error) {
        if (!(error instanceof Problem) || error.fields.length === 0) throw error;
        return { marks: error.fields.map(markOfField), size: undefined, isValid: false };
      }
    },
    [draft.revision, draft.form],
  );
