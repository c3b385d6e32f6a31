/** How many solves one answer may start. */
import { ToolRefusal } from '../tool.ts';

const MOST = 3;

/** For `ToolContext.takeSolve` of every call of one answer. */
export function solveAllowance(most = MOST): () => void {
  let taken = 0;
  return () => {
    if (taken >= most) throw new ToolRefusal(`One answer may start at most ${most} solves`);
    taken += 1;
  };
}
