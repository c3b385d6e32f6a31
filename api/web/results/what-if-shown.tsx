/** Answer to a what-if: interval of the new cost and, once the case is solved, hourly differences. */
import { Figure, Loaded, Notice, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { duration, money, percent } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { post } from '../parts/session.ts';
import { HourlyDifferences } from './hourly-differences.tsx';
import { useDiff } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';
import type { Answer, End, First } from './what-if-answer.ts';
import { changeWords, scaleOf, withBase } from './what-if-words.ts';

/** Amounts below this are rounding errors, $. */
const CENT = 0.01;

interface AnswerProps extends Pick<ResultViewProps, 'job' | 'summary'> {
  readonly answer: Answer;
}

const MOST_CAUSES = 5;

function Causes({ of: causes }: { readonly of: NonNullable<First['causes']> }) {
  const more = causes.length - MOST_CAUSES;
  return (
    <Notice tone="bad">
      The changed case is infeasible:
      <ul>
        {causes.slice(0, MOST_CAUSES).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Notice>
  );
}

export function AnswerView({ job, summary, answer }: AnswerProps) {
  const { first, gap, end } = answer;
  const keep = useAction(async () => {
    if (first.what_if_id === null) return;
    const path = { job_id: job.job_id, what_if_id: first.what_if_id };
    await post('/api/modules/analyst/solve/{job_id}/what-if/{what_if_id}/keep', { params: { path } });
    go(`/jobs/${first.what_if_id}`);
  });
  if (first.causes) return <Causes of={first.causes} />;
  const bound = summary.lower_bound_usd;
  const open = bound === null ? 0 : first.parent_objective_usd - bound;
  const now = withBase(answer.now, open);
  const { job: jobPosition, from, to } = scaleOf(withBase(first.change_usd, open), now);
  return (
    <>
      <p role="status">
        <strong>{changeWords(now)}</strong>
        {endWords(gap, end)}
      </p>
      <div class="what-if" aria-hidden="true" style={{ '--own': jobPosition, '--from': from, '--to': to }}>
        <b />
        <i />
      </div>
      <dl class="figures">
        <Figure
          name="This job"
          value={money(first.parent_objective_usd)}
          note={open > CENT ? `its gap, ${money(open)}, widens the range` : undefined}
        />
        <Figure name="Changed case, at least" value={money(sum(first, answer.now.lower_usd))} />
        <Figure
          name="Changed case, at most"
          value={money(sum(first, answer.now.upper_usd))}
          note={first.verified ? 'verified schedule' : undefined}
        />
        <Figure
          name="Width"
          value={percent(gap)}
          note={`first answer after ${duration(first.elapsed_ms / 1000)}`}
        />
      </dl>
      <button type="button" aria-disabled={keep.isBusy} onClick={keep.run}>
        Keep as job
      </button>
      {keep.problem && <ProblemNotice problem={keep.problem} />}
      {first.what_if_id !== null && end && end.objective_value !== null && (
        <Differences job={job} other={first.what_if_id} start={summary.start_time} />
      )}
    </>
  );
}

interface DifferencesProps extends Pick<AnswerProps, 'job'> {
  readonly other: string;
  readonly start: string | undefined;
}

/** Hourly differences between the job and the solved changed case. */
function Differences({ job, other, start }: DifferencesProps) {
  const diff = useDiff(job.job_id, other, start);
  return (
    <Loaded load={diff}>
      {(difference) => <HourlyDifferences title="Changed case minus this job" job={job} diff={difference} />}
    </Loaded>
  );
}

function endWords(gap: number | null, end: End | undefined): string {
  if (!end) return ', proven; solving exactly…';
  if (end.objective_value !== null) return `, solved to a gap of ${percent(gap)}.`;
  if (end.termination_status === 'INFEASIBLE') return '. The changed case is infeasible.';
  return ', proven; the exact solve ended without a schedule.';
}

const sum = ({ parent_objective_usd }: First, usd: number | null): number | null =>
  usd === null ? null : parent_objective_usd + usd;
