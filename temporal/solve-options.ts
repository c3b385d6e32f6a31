/** How a solve shows in the Web UI and which solves go first, whoever starts it. */
import type { SolveInput, SolveParent } from './messages/solve-run.ts';
import { searchAttributes } from './search-attributes.ts';

/** 1 is served first, Temporal's default is 3: a person waits for a single solve, nobody for a scenario. */
const PART_PRIORITY = 4;

export const solveOptions = (input: SolveInput) => ({
  workflowId: input.jobId,
  args: [input] as [SolveInput],
  staticSummary: `${input.jobType.toUpperCase()} ${input.scenarioId.slice(0, 120)} (${input.solver}, ${input.timeLimitS} s)`,
  typedSearchAttributes: [
    { key: searchAttributes.jobType, value: input.jobType },
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.solver, value: input.solver },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.scenarioId },
    ...(input.parent ? [{ key: parentAttribute(input.parent), value: input.parent.id }] : []),
  ],
  ...(input.parent && { priority: { priorityKey: PART_PRIORITY } }),
});

const parentAttribute = ({ type }: SolveParent) =>
  type === 'experiment' ? searchAttributes.experimentId : searchAttributes.executionId;
