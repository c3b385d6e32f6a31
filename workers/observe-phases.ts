/** Derives the phases of a solve from its progress. */
import type { SolveObserver } from '../activities/deps.ts';
import type { Phase, Progress } from '../temporal/case/messages/job.ts';

/**
 * Called at the beginning of a phase. Returns a function that is called at the end of the phase, with its last
 * progress.
 */
export type PhaseWatch = (phase: Phase) => (last: Progress) => void;

export function observePhases(watches: readonly PhaseWatch[]): SolveObserver {
  let last: Progress | undefined;
  let ends: readonly ReturnType<PhaseWatch>[] = [];
  const end = (): void => {
    for (const close of ends) if (last) close(last);
    ends = [];
  };
  return {
    progress(progress) {
      if (progress.phase !== last?.phase) {
        end();
        ends = watches.map((begin) => begin(progress.phase));
      }
      last = progress;
    },
    end,
  };
}
