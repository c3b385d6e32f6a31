/** The solve that a call is about, of which there must be a schedule. */
import type { Solve, SolveRef } from './find-solve.ts';
import { solveOf } from './solve-of.ts';
import { type ToolContext, ToolRefusal } from './tool.ts';

export async function scheduleOf(ref: SolveRef, context: ToolContext): Promise<Solve> {
  const solve = await solveOf(ref, context);
  if (solve.result.total_cost_usd !== null) return solve;
  throw new ToolRefusal(
    `The solve ended ${solve.result.termination_status} without a schedule; get_infeasibility_report says more`,
  );
}
