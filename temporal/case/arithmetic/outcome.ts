/** Outcome of a run, computed from how its parts ended, with the most frequent causes (pure). */
import { isTerminal, type JobError, type JobStatus } from '../messages/job.ts';
import { type EndedAlike, MOST_CAUSES, type Outcome, type RunOutcome } from '../messages/outcome.ts';

interface Life {
  /** Number of parts of the whole run, including parts that have not begun. */
  readonly total: number;
  readonly status: JobStatus;
  readonly error: JobError | null;
  /** Parts of another kind, whose causes are counted with the others. */
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

/**
 * Causes, the most frequent first, then by name. If all parts have no schedule for the same cause, the cause is listed
 * without its count.
 */
function causesOf(ended: readonly EndedAlike[], code: string | undefined): string[] {
  const counts = new Map<string, number>();
  for (const { parts, outcome, cause } of ended)
    if (outcome !== 'solved' && cause !== code) counts.set(cause, (counts.get(cause) ?? 0) + parts);
  const causes = [...counts].sort(([a, parts], [b, others]) => others - parts || (a < b ? -1 : 1));
  return causes.map(([cause, parts]) => (causes.length === 1 ? cause : `${parts} ${cause}`));
}
