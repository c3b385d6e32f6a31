/**
 * Body of a process in place of an engine's: says what it is told to say to a first search and to a second one, and
 * then nothing more. The dispatch of what both have found ends with the objective and the bound that it starts from.
 */
import { type Asked, STOP, type Told } from '../../../activities/engine/run/process-messages.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

/** `process.argv[2]` as JSON. */
export interface Script {
  readonly first: readonly Told[];
  readonly second: readonly Told[];
  /** A dispatch ends with this one, but for its costs. */
  readonly dispatched: SolveResult;
  /** The first search waits so long before everything that it tells, ms. */
  readonly firstAfterMs?: number;
}

process.on('message', (message: Asked | typeof STOP) => {
  if (message === STOP) return;
  const { first, second, dispatched, firstAfterMs = 0 }: Script = JSON.parse(process.argv[2] ?? '');
  const { finish, whole, start } = message.request;
  const costs = { objective_value: start?.objective ?? null, lower_bound_usd: start?.bound ?? null };
  const result: Told = { kind: 'result', result: { ...dispatched, ...costs }, heldBytes: 0 };
  const all = finish ? [result] : whole ? second : first;
  const waitMs = finish || whole ? 0 : firstAfterMs;
  for (const [i, told] of all.entries()) setTimeout(() => process.send?.(told), waitMs * (i + 1));
});
process.on('disconnect', () => process.exit());
