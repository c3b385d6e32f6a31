/** The negative control: each workflow runs one activity more than recorded histories and open runs have. */

import type { ExecutionInput } from '../../../temporal/case/messages/execution.ts';
import type { ExperimentInput } from '../../../temporal/case/messages/experiment-run.ts';
import type { SolveInput } from '../../../temporal/case/messages/solve-run.ts';
import { execution as executionOfToday } from '../../../workflows/execution.ts';
import { experiment as experimentOfToday } from '../../../workflows/experiment.ts';
import { records } from '../../../workflows/proxies.ts';
import { solve as solveOfToday } from '../../../workflows/solve.ts';

export { rollingHorizon } from '../../../workflows/rolling-horizon.ts';
export { sweep } from '../../../workflows/sweep.ts';

const altered =
  <Input, Result>(original: (input: Input) => Promise<Result>) =>
  async (input: Input): Promise<Result> => {
    await records.startUnstarted();
    return original(input);
  };

export const solve = altered<SolveInput, unknown>(solveOfToday);
export const experiment = altered<ExperimentInput, unknown>(experimentOfToday);
export const execution = altered<ExecutionInput, unknown>(executionOfToday);
