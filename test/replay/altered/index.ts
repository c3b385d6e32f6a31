/** The negative control: a `solve` that runs one more activity than the recorded histories know. */

import type { SolveInput, SolveSummary } from '../../../temporal/case/messages/solve-run.ts';
import { records } from '../../../workflows/proxies.ts';
import { solve as original } from '../../../workflows/solve.ts';

export { sweep } from '../../../workflows/sweep.ts';

export async function solve(input: SolveInput): Promise<SolveSummary> {
  await records.startUnstarted();
  return original(input);
}
