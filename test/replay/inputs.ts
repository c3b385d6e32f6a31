/** Inputs of the recorded workflows. */
import type { ConnectionStudyInput } from '../../temporal/case/messages/connection.ts';
import type { ExecutionInput } from '../../temporal/case/messages/execution.ts';
import type { ExperimentInput } from '../../temporal/case/messages/experiment-run.ts';
import type { DeliverInput, DueInput } from '../../temporal/case/messages/schedule.ts';
import type { SolveInput, SolveParent } from '../../temporal/case/messages/solve-run.ts';

const solveOf = (jobId: string, parent?: SolveParent): SolveInput => ({
  jobId,
  userId: 'u1',
  jobType: 'uc',
  // A queue that no worker of a stack serves.
  solver: 'cplex',
  scenarioId: 'case',
  timeLimitS: 60,
  mipGap: 0.001,
  ...(parent && { parent }),
});

export const solveInput = (jobId: string): [SolveInput] => [solveOf(jobId)];

/** Input of the solve of scenario or window `index`. */
export const partInput = (type: SolveParent['type'], id: string, index: number): SolveInput =>
  solveOf(`${id}/${index}`, { type, id, index });

export const experimentInput =
  (changes: Partial<ExperimentInput> = {}) =>
  (experimentId: string): [ExperimentInput] => [
    {
      experimentId,
      userId: 'u1',
      baseScenarioId: 'case',
      name: 'test',
      total: 4,
      maxParallel: 2,
      attempt: 1,
      ...changes,
    },
  ];

export const executionInput =
  (windows: number) =>
  (executionId: string): [ExecutionInput] => [
    { executionId, userId: 'u1', modelId: 'pcm-rolling', networkId: 'net', windows },
  ];

export const studyInput = (studyId: string): [ConnectionStudyInput] => [
  { studyId, userId: 'u1', networkId: 'net', parts: 3, attempt: 1 },
];

export const scheduledInput = (scheduleId: string) => [{ scheduleId }] as [Pick<DueInput, 'scheduleId'>];
export const deliverInput = (deliveryId: string): [DeliverInput] => [{ deliveryId }];
