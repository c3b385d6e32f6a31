/** Progress of a run as one line (pure). */
import {
  END_WORDS,
  type Execution,
  type Experiment,
  type Job,
  queueWords,
  secondsLeft,
  solvesDone,
  unsolvedWords,
} from '../../client/runs.ts';
import { duration, money, percent, plain } from './text.ts';

const BAR = 10;

/** Progress bar: `[####------]  40 %`. */
export function bar(share: number): string {
  const full = Math.round(Math.min(100, Math.max(0, share)) * (BAR / 100));
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${String(share).padStart(3)} %`;
}

/** Progress line that is rewritten in place on standard error. */
export const jobLine = (job: Job): string => `${job.job_type} ${bar(job.progress)}  ${jobWords(job)}`;

/** The most important facts come first, because a narrow terminal cuts the end. */
export function jobWords({ status, progress_detail: detail, queue_position }: Job): string {
  if (detail) return [`${detail.phase} ${duration(detail.elapsed_s)}`, ...searchWords(detail)].join('  ');
  return queue_position === null ? status : `${status}, ${queueWords(queue_position)}`;
}

type Search = Pick<NonNullable<Job['progress_detail']>, 'mip_gap' | 'incumbent' | 'bound'>;

/** Gap, incumbent and bound, each as soon as it is known. */
export const searchWords = ({ mip_gap, incumbent, bound }: Search): string[] => [
  ...(mip_gap === null ? [] : [`gap ${percent(mip_gap)}`]),
  ...(incumbent === null ? [] : [`incumbent ${money(incumbent)}`]),
  ...(bound === null ? [] : [`bound ${money(bound)}`]),
];

/** Status in words: `running 40 %`, or the outcome, such as `OPTIMAL, gap reached` or `failed`. */
export function statusWords({ status, progress, termination_status, end_reason }: Job): string {
  if (termination_status === null) return status === 'running' ? `${status} ${progress} %` : status;
  return [termination_status, end_reason && END_WORDS[end_reason]].filter(Boolean).join(', ');
}

export const experimentLine = (experiment: Experiment): string =>
  `experiment ${bar(experiment.progress)}  ${experimentWords(experiment)}`;

export function experimentWords(experiment: Experiment): string {
  const { scenarios_total: total, scenarios_completed: done, scenarios_failed: failed } = experiment;
  const unsolved = unsolvedWords(experiment.scenarios_unsolved, experiment.outcome_causes);
  const parts = [`${done} of ${total} ended${plain(unsolved)}`];
  if (experiment.scenarios_running > 0) parts.push(`${experiment.scenarios_running} running`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (experiment.eta_seconds !== null) parts.push(`${duration(experiment.eta_seconds)} left`);
  return parts.join('  ');
}

export function runWords(execution: Execution): string {
  const unsolved = unsolvedWords(execution.windows_unsolved, execution.outcome_causes);
  return `${solvesDone(execution)} of ${execution.windows_total} solves${plain(unsolved)}`;
}

export function executionLine(execution: Execution): string {
  const seconds = secondsLeft(execution, Date.now());
  return [
    `${execution.pcm_model_id} ${bar(execution.progress)}`,
    runWords(execution),
    execution.status,
    ...(seconds === null ? [] : [`${duration(seconds)} left`]),
  ].join('  ');
}
