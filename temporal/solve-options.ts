/** Display of solves and executions in the Web UI, and their priority, for all callers. */
import type { ExecutionInput } from './case/messages/execution.ts';
import type { SolveInput, SolveParent } from './case/messages/solve-run.ts';
import { searchAttributes } from './names.ts';

/**
 * Priority of parts of a run. Priority 1 is served first; Temporal's default is 3. Parts come later, because users wait
 * for single solves, not for scenarios.
 */
const PART_PRIORITY = 4;
/** Priority of a question: a user in a conversation waits for a solve of a few seconds. */
const QUESTION_PRIORITY = 2;

export const solveOptions = (input: SolveInput) => ({
  workflowId: input.jobId,
  args: [input] as [SolveInput],
  staticSummary: `${input.jobType.toUpperCase()} ${summaryText(input.scenarioId, 120)} (${input.solver}, ${input.timeLimitS} s)`,
  typedSearchAttributes: [
    { key: searchAttributes.jobType, value: input.jobType },
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.solver, value: input.solver },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.scenarioId },
    ...(input.parent ? parentAttribute(input.parent) : []),
  ],
  // With this key, users take turns among solves of the same priority.
  priority: { fairnessKey: input.userId, ...(input.parent && { priorityKey: priorityOf(input.parent) }) },
});

const priorityOf = ({ type }: SolveParent): number => (type === 'job' ? QUESTION_PRIORITY : PART_PRIORITY);

function parentAttribute({ type, id }: SolveParent) {
  if (type === 'job') return [];
  return [
    { key: type === 'experiment' ? searchAttributes.experimentId : searchAttributes.executionId, value: id },
  ];
}

export const executionOptions = (input: ExecutionInput) => ({
  workflowId: input.executionId,
  args: [input] as [ExecutionInput],
  staticSummary: `${input.modelId} on ${summaryText(input.networkId, 120)}: ${input.windows} solves`,
  typedSearchAttributes: [
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.networkId },
    { key: searchAttributes.executionId, value: input.executionId },
    ...(input.experimentId === undefined
      ? []
      : [{ key: searchAttributes.experimentId, value: input.experimentId }]),
  ],
  // The key is set here because child workflows inherit it, even if they are not solves.
  priority: {
    fairnessKey: input.userId,
    ...(input.experimentId !== undefined && { priorityKey: PART_PRIORITY }),
  },
});

const MARKUP = /[^\w .:-]/g;

/**
 * Text of a user for the summary of a workflow. The Web UI reads it as Markdown, so characters that could form a link
 * or an image are replaced.
 */
export const summaryText = (text: string, longest: number): string =>
  text.slice(0, longest).replaceAll(MARKUP, '_');
