/**
 * Body of a process in place of an engine's: sends the messages of its script to a search, then falls silent. Asked to
 * finish, it answers with the dispatch of the script, at the objective and the bound of the given start.
 */
import {
  type ProcessRequest as Asked,
  STOP,
  type ProcessMessage as Told,
} from '../../../activities/engine/processes/process-messages.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

/** `process.argv[2]` as JSON. */
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
