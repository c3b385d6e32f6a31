/** Ends of the parts of a run -> outcome of the whole and its most frequent causes (pure). */
import { isTerminal, type JobError, type JobStatus } from '../messages/job.ts';
import { type EndedAlike, MOST_CAUSES, type Outcome, type RunOutcome } from '../messages/outcome.ts';

interface Life {
  /** Parts of the whole run, including those that never began. */
  readonly total: number;
  readonly status: JobStatus;
  readonly error: JobError | null;
  /** Parts of other kinds, which also have causes. */
  readonly besides?: readonly EndedAlike[] | undefined;
}

export function outcomeOf(
  ended: readonly EndedAlike[],
  { total, status, error, besides = [] }: Life,
): RunOutcome {
  const isKnown = isTerminal(status) && (status !== 'completed' || ended.length > 0);
  const causes = causesOf([...ended, ...besides], error?.code);
  return {
    outcome: isKnown ? wholeOutcome(ended, total) : null,
    outcome_causes: [...(error ? [error.message] : []), ...causes].slice(0, MOST_CAUSES),
  };
}

export const partsOf = (ended: readonly EndedAlike[]): number =>
  ended.reduce((sum, { parts }) => sum + parts, 0);

export const partsWith = (ended: readonly EndedAlike[], outcome: Outcome): number =>
  partsOf(ended.filter((each) => each.outcome === outcome));

function wholeOutcome(ended: readonly EndedAlike[], total: number): Outcome {
  const solved = partsWith(ended, 'solved');
  if (solved === partsOf(ended) && solved >= total) return 'solved';
  return solved + partsWith(ended, 'partly_solved') > 0 ? 'partly_solved' : 'unsolved';
}

/** Causes, most frequent first; a cause of all parts without a schedule needs no count. */
function causesOf(ended: readonly EndedAlike[], code: string | undefined): string[] {
  const counts = new Map<string, number>();
  for (const { parts, outcome, cause } of ended)
    if (outcome !== 'solved' && cause !== code) counts.set(cause, (counts.get(cause) ?? 0) + parts);
  const causes = [...counts].sort(([, a], [, b]) => b - a);
  return causes.map(([cause, parts]) => (causes.length === 1 ? cause : `${parts} ${cause}`));
}
