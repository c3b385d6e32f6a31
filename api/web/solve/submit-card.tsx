/** What the server found, and the button that submits. */
import { Badge, Card, Notice, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { submitSolve } from '../parts/submit-solve.ts';
import type { Load } from '../parts/use-load.ts';
import { type Draft, toSubmission } from './draft.ts';
import { grouped, type Mark } from './marks.ts';
import type { Check } from './use-check.ts';

interface SubmitProps {
  readonly current: Draft;
  readonly check: Load<Check>;
  readonly onShow: (list: string, index: number) => void;
}

export function SubmitCard({ current, check, onShow }: SubmitProps) {
  const key = useSubmissionKey(`${current.revision} ${JSON.stringify(current.form)}`);
  const submit = useAction(async () => {
    const submission = await toSubmission(current);
    const { job_id } = await key.use((idempotencyKey) => submitSolve(submission, idempotencyKey));
    go(`/jobs/${job_id}`);
  });
  return (
    <Card title="Check and solve">
      <div role="status">
        {check.isLoading ? <Spinner label="Checking the case" /> : check.data && <Verdict {...check.data} />}
      </div>
      {check.problem && <ProblemNotice problem={check.problem} retry={check.reload} />}
      {check.data && <Findings marks={check.data.marks} onShow={onShow} />}
      <p>
        <button type="button" class="primary" aria-disabled={submit.isBusy} onClick={submit.run}>
          {submit.isBusy ? 'Submitting…' : 'Solve'}
        </button>
      </p>
      {submit.problem && <ProblemNotice problem={submit.problem} />}
    </Card>
  );
}

function Verdict({ isValid, marks, size }: Check) {
  const errors = marks.filter(({ severity }) => severity === 'error').length;
  const words =
    size &&
    `The model has ${count(size.rows)} rows, ${count(size.columns)} columns, ${count(size.integers)} of them whole numbers.`;
  if (!size) {
    return (
      <Notice tone="warning">
        The case cannot be submitted yet: {count(errors)} {errors === 1 ? 'field needs' : 'fields need'} a
        change.
      </Notice>
    );
  }
  if (isValid) return <Notice tone="good">The case can be solved. {words}</Notice>;
  return (
    <Notice tone="warning">
      The case can be submitted, but it has no schedule as it is; the job will say what would repair it.{' '}
      {words}
    </Notice>
  );
}

const MOST_GROUPS = 50;

function Findings({
  marks,
  onShow,
}: {
  readonly marks: readonly Mark[];
  readonly onShow: SubmitProps['onShow'];
}) {
  const groups = grouped(marks);
  if (groups.length === 0) return null;
  return (
    <>
      <h3>Findings</h3>
      <ul class="rows">
        {groups.slice(0, MOST_GROUPS).map((group) => (
          <li key={group[0]?.about}>
            <div>
              {group.map((mark) => (
                <div key={`${mark.about} ${mark.message}`}>
                  <Badge text={mark.severity} /> <strong>{mark.about}</strong>: {mark.message}
                </div>
              ))}
            </div>
            <ShowButton mark={group[0]} onShow={onShow} />
          </li>
        ))}
      </ul>
      {groups.length > MOST_GROUPS && <p>And {count(groups.length - MOST_GROUPS)} more.</p>}
    </>
  );
}

function ShowButton({
  mark,
  onShow,
}: {
  readonly mark: Mark | undefined;
  readonly onShow: SubmitProps['onShow'];
}) {
  const { list, index, about } = mark ?? {};
  if (list === undefined || index === undefined) return null;
  return (
    <button type="button" onClick={() => onShow(list, index)} aria-label={`Show ${about}`}>
      Show
    </button>
  );
}
