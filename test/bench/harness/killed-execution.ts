/** An execution whose stack loses processes meanwhile. */
import type { Execution } from '../../../api/client/runs.ts';
import type { ProcessName } from '../../../workers/local/stack/stack-file.ts';
import { untilExecution } from '../../support/callers/run-execution.ts';
import { type PrivateStack, untilReady } from '../../support/stack/private-stack.ts';

/** Kills each process at a percentage of progress; resolves when the execution has ended. */
export async function killAmid(
  running: PrivateStack,
  id: string,
  kills: readonly (readonly [victim: ProcessName, percent: number])[],
  limitS: number,
): Promise<Execution> {
  for (const [victim, percent] of kills) {
    await untilExecution(running.admin, id, ({ progress }) => progress >= percent, limitS);
    running.kill(victim);
    await untilReady(running);
  }
  return untilExecution(running.admin, id, undefined, limitS);
}

export const wallS = ({ started_at, finished_at }: Pick<Execution, 'started_at' | 'finished_at'>): number =>
  (Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')) / 1000;
