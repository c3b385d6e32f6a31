/** Solves and runs that are part of a run: child workflows that are asked to stop when their parent ends. */
import { executeChild, ParentClosePolicy } from '@temporalio/workflow';
import type {
  ClosedWindow,
  ExecutionInput,
  ExecutionResults,
  WindowInput,
} from '../temporal/case/messages/execution.ts';
import type { SolveInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import { WORKFLOW } from '../temporal/names.ts';
import { executionOptions, solveOptions } from '../temporal/solve-options.ts';
import { records } from './proxies.ts';

export const solvePart = (input: SolveInput): Promise<SolveSummary> =>
  executeChild<(input: SolveInput) => Promise<SolveSummary>>(WORKFLOW.solve, {
    ...solveOptions(input),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  });

export const executionPart = (input: ExecutionInput): Promise<ExecutionResults> =>
  executeChild<(input: ExecutionInput) => Promise<ExecutionResults>>(WORKFLOW.execution, {
    ...executionOptions(input),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  });

/**
 * Solves one window of an execution, from its preparation to its close; a window that is solved already is left
 * unchanged.
 */
export async function solveWindow(window: WindowInput): Promise<ClosedWindow> {
  for (;;) {
    const { input } = await records.prepareWindow(window);
    if (input) await solvePart(input);
    const closed = await records.closeWindow(window);
    if (!closed.again) return closed;
  }
}
