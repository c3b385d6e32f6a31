/** The solve that a call of a tool is about: the one it names, else that of the conversation. */
import { ApiError } from '../../errors.ts';
import { findSolve, type Solve, type SolveRef } from './find-solve.ts';
import { type ToolContext, ToolRefusal } from './tool.ts';

export async function solveOf(ref: SolveRef, context: ToolContext): Promise<Solve> {
  const named = refOf(ref, context);
  try {
    return await findSolve(context.deps, context.user, named);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Throws `ToolRefusal` where neither the call nor the conversation names anything. */
export function refOf({ scenario_id, job_id }: SolveRef, { scenarioId }: ToolContext): SolveRef {
  if (job_id !== undefined) return { job_id };
  const named = scenario_id ?? scenarioId;
  if (named === undefined) throw new ToolRefusal('Name a scenario_id or a job_id: there is none to go by');
  return { scenario_id: named };
}

/** What a client may hear of an error, a model may hear too. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ApiError && error.status < 500 ? new ToolRefusal(error.message) : error;
