/** Activities of the `execution` and `rollingHorizon` workflows. */
import type { JoinMonthInput, WindowInput } from '../../temporal/case/messages/execution.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { beginExecution } from './begin-execution.ts';
import { closeWindow } from './close-window.ts';
import { type FinishExecutionInput, finishExecution } from './finish-execution.ts';
import { joinMonth } from './join-month.ts';
import { createFactsOf, createNetworkOf } from './network-of.ts';
import { prepareWindow } from './prepare-window.ts';

export const createExecutionActivities = (
  deps: RecordActivityDeps,
  networkOf = createNetworkOf(deps),
  factsOf = createFactsOf(deps, networkOf),
) => ({
  beginExecution: (executionId: string) => beginExecution(deps, executionId),
  prepareWindow: (input: WindowInput) => prepareWindow({ ...deps, networkOf }, input),
  joinMonth: (input: JoinMonthInput) => joinMonth({ ...deps, networkOf }, input),
  closeWindow: (input: WindowInput) => closeWindow({ ...deps, factsOf }, input),
  finishExecution: (input: FinishExecutionInput) => finishExecution(deps, input),
});
