/** How far an experiment is, and what may be done about it. */
import { data } from '../../client/client.ts';
import { isOver } from '../../client/runs.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Badge, Card, ProblemNotice, Time } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { count, duration } from '../parts/format.ts';
import { api } from '../parts/session.ts';
import type { FollowedExperiment } from './follow-experiment.ts';
import { countStandings, type Experiment } from './rows.ts';

interface ProgressProps extends FollowedExperiment {
  /** After a cancel or a retry. */
  readonly onChange: () => void;
}

export const Progress = ({ experiment, rows, onChange }: ProgressProps) => (
  <Card title="Scenarios" actions={<Actions experiment={experiment} onChange={onChange} />}>
    <p>
      <Badge text={experiment.status} /> {count(experiment.scenarios_completed)} of{' '}
      {count(experiment.scenarios_total)} ended
      {experiment.windows_total !== undefined &&
        `, ${count(experiment.windows_done)} of ${count(experiment.windows_total)} solves`}
      {experiment.eta_seconds !== null && `, about ${duration(experiment.eta_seconds)} left`}
      {experiment.finished_at && (
        <>
          {' '}
          at <Time at={experiment.finished_at} />
        </>
      )}
      .{experiment.pcm_model_id !== undefined && ` Runs of ${experiment.pcm_model_id}.`} Base:{' '}
      {experiment.base_scenario_id}; method: {experiment.method}; {count(experiment.max_parallel)} at a time.
    </p>
    {!isOver(experiment) && (
      <progress aria-label="Scenarios that have ended" max={100} value={experiment.progress} />
    )}
    <p class="about" aria-live="polite">
      {countStandings(rows).map(({ standing: { text, tone }, count: found }) => (
        <Badge key={text} text={`${text}: ${count(found)}`} tone={tone} />
      ))}
    </p>
  </Card>
);

function Actions({
  experiment,
  onChange,
}: {
  readonly experiment: Experiment;
  readonly onChange: () => void;
}) {
  const params = { path: { experiment_id: experiment.experiment_id } };
  const retry = useAction(async () => {
    await data(api.POST('/api/experiments/{experiment_id}/retry', { params }));
    onChange();
  });
  const unanswered = experiment.scenarios_failed + experiment.scenarios_cancelled;
  if (!isOver(experiment))
    return (
      <ConfirmButton
        text="Cancel"
        question="Cancel this experiment?"
        work={async () => {
          await data(api.DELETE('/api/experiments/{experiment_id}', { params }));
          onChange();
        }}
      >
        Scenarios that are solved keep their results; the others can be solved later.
      </ConfirmButton>
    );
  return (
    <>
      {retry.problem && <ProblemNotice problem={retry.problem} />}
      {unanswered > 0 && (
        <button type="button" disabled={retry.isBusy} onClick={retry.run}>
          Solve {count(unanswered)} failed or cancelled again
        </button>
      )}
    </>
  );
}
