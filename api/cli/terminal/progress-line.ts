/** One line that says how far a run is (pure). */
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

/** `[####------]  40 %` */
export function bar(share: number): string {
  const full = Math.round(Math.min(100, Math.max(0, share)) * (BAR / 100));
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${String(share).padStart(3)} %`;
}

/** What one looks for first comes first: a narrow terminal cuts the end. */
export function jobLine({
  job_type,
  status,
  progress,
  progress_detail: detail,
  queue_position,
}: Job): string {
  const place = queue_position === null ? '' : `, ${queueWords(queue_position)}`;
  const parts = [`${job_type} ${bar(progress)}`];
  if (detail) {
    parts.push(`${detail.phase} ${duration(detail.elapsed_s)}`, ...searchWords(detail));
  } else parts.push(`${status}${place}`);
  return parts.join('  ');
}

type Search = Pick<NonNullable<Job['progress_detail']>, 'mip_gap' | 'incumbent' | 'bound'>;

/** What of a search is known. */
export const searchWords = ({ mip_gap, incumbent, bound }: Search): string[] => [
  ...(mip_gap === null ? [] : [`gap ${percent(mip_gap)}`]),
  ...(incumbent === null ? [] : [`incumbent ${money(incumbent)}`]),
  ...(bound === null ? [] : [`bound ${money(bound)}`]),
];

/** `running 40 %`, or how it ended: `OPTIMAL, gap reached`, `failed`. */
export function statusWords({ status, progress, termination_status, end_reason }: Job): string {
  if (termination_status === null) return status === 'running' ? `${status} ${progress} %` : status;
  return [termination_status, end_reason && END_WORDS[end_reason]].filter(Boolean).join(', ');
}

export function experimentLine(experiment: Experiment): string {
  const { scenarios_total: total, scenarios_completed: done, scenarios_failed: failed } = experiment;
  const unsolved = unsolvedWords(experiment.scenarios_unsolved, experiment.outcome_causes);
  const parts = [`experiment ${bar(experiment.progress)}`, `${done} of ${total} ended${plain(unsolved)}`];
  if (experiment.scenarios_running > 0) parts.push(`${experiment.scenarios_running} running`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (experiment.eta_seconds !== null) parts.push(`${duration(experiment.eta_seconds)} left`);
  return parts.join('  ');
}

export function executionLine(execution: Execution): string {
  const left = secondsLeft(execution, Date.now());
  const unsolved = unsolvedWords(execution.windows_unsolved, execution.outcome_causes);
  return [
    `${execution.pcm_model_id} ${bar(execution.progress)}`,
    `${solvesDone(execution)} of ${execution.windows_total} solves${plain(unsolved)}`,
    execution.status,
    ...(left === null ? [] : [`${duration(left)} left`]),
  ].join('  ');
}
