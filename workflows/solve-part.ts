/** A solve as part of something larger: a child workflow that is asked to stop when its parent is ended. */
import { executeChild, ParentClosePolicy } from '@temporalio/workflow';
import type { SolveInput, SolveSummary } from '../temporal/messages/solve-run.ts';
import { WORKFLOW } from '../temporal/names.ts';
import { solveOptions } from '../temporal/solve-options.ts';

export const solvePart = (input: SolveInput): Promise<SolveSummary> =>
  executeChild<(input: SolveInput) => Promise<SolveSummary>>(WORKFLOW.solve, {
    ...solveOptions(input),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  });
