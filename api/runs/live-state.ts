/** What the workflow of an open record says; Temporal down is no reason to hide what MongoDB knows. */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { Deps } from '../deps.ts';

/** Undefined for a record that is terminal, which is the last word, and when Temporal does not answer. */
export async function liveState<State>(
  { log }: Pick<Deps, 'log'>,
  { _id, status }: Pick<LifecycleRecord, '_id' | 'status'>,
  ask: () => Promise<State | undefined>,
): Promise<State | undefined> {
  if (isTerminal(status)) return undefined;
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error, id: _id }, 'status answered without Temporal');
    return undefined;
  }
}
