/** Options with which solves and executions are started: texts for the Web UI, and priorities. */
import type { ExecutionInput } from './case/messages/execution.ts';
import type { SolveInput, SolveParent } from './case/messages/solve-run.ts';
import { searchAttributes } from './names.ts';

/**
 * Priority of the solves of a run or an experiment. Priority 1 is served first; single solves have Temporal's default,
 * 3, because users wait for them.
 */
const PART_PRIORITY = 4;
/** Priority of a solve that answers a question: it takes a few seconds, and a user in a conversation waits for it. */
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
  // Among solves of equal priority, users take turns; this key identifies the user.
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
  // The key of the user is set here although an execution is not a solve, because its child workflows inherit the key.
  priority: {
    fairnessKey: input.userId,
    ...(input.experimentId !== undefined && { priorityKey: PART_PRIORITY }),
  },
});

const MARKUP = /[^\w .:-]/g;

/**
 * Text from a user for the summary of a workflow. The Web UI interprets it as Markdown, so characters that could form a
 * link or an image are replaced.
 */
export const summaryText = (text: string, longest: number): string =>
  text.slice(0, longest).replaceAll(MARKUP, '_');
