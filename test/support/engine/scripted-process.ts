/**
 * Body of a process that replaces an engine process. For a search, it sends the messages of its script and then falls
 * silent. For a request to finish, it answers with the dispatch of the script, at the objective and the bound of the
 * start.
 */
import {
  type ProcessRequest as Asked,
  STOP,
  type ProcessMessage as Told,
} from '../../../activities/engine/processes/process-messages.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

/** The script, which is `process.argv[2]` as JSON. */
export interface Script {
  readonly search: readonly Told[];
  readonly dispatched: SolveResult;
}

process.on('message', (message: Asked | typeof STOP) => {
  if (message === STOP) return;
  const { search, dispatched }: Script = JSON.parse(process.argv[2] ?? '');
  const { finish, start } = message.request;
  const costs = start && { objective_value: start.objective, lower_bound_usd: start.bound };
  const result: Told = { kind: 'result', result: { ...dispatched, ...costs }, heldBytes: 0 };
  for (const told of finish ? [result] : search) process.send?.(told);
});
process.on('disconnect', () => process.exit());
