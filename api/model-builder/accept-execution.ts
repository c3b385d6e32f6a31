/** Stores a run of the model builder with the network it is about, and starts it. */
import { packDocument } from '../../mongo/documents.ts';
import {
  type ExecutionOptions,
  type ExecutionRecord,
  type ExecutionSolver,
  type ExecutionStart,
  newExecution,
} from '../../mongo/executions.ts';
import type { NetworkRecord } from '../../mongo/networks.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { Caller } from '../http/request.ts';
import { acceptRun } from '../runs/run-kind.ts';
import type { ModelBuilderDeps } from './deps.ts';
import { type ExecutionRunDeps, executionRuns } from './runs.ts';

type AcceptExecutionDeps = ExecutionRunDeps & Pick<ModelBuilderDeps, 'documents' | 'audit' | 'log' | 'now'>;

/** A run that has passed every check. */
interface ExecutionRun {
  readonly model: PcmModel;
  readonly solver: ExecutionSolver;
  readonly network: { readonly record: NetworkRecord; readonly content: NetworkContent };
  readonly options: ExecutionOptions;
  readonly start: ExecutionStart;
  readonly warnings: readonly string[];
}

const DAY_H = 24;

/** Repeatable: a second time it changes nothing. */
export async function acceptExecution(
  deps: AcceptExecutionDeps,
  executionId: string,
  run: ExecutionRun,
  { user, request }: Caller,
): Promise<void> {
  const execution = toRecord(executionId, run, user.userId, deps.now());
  // A copy: whatever becomes of the network, the run is about what was submitted.
  const network = await packDocument(run.network.content);
  await acceptRun(deps, executionRuns(deps), execution, {
    request,
    together: (tx) => deps.documents.putPacked('network', executionId, network, undefined, tx),
  });
}

function toRecord(
  executionId: string,
  { model, solver, network: { record }, options, start, warnings }: ExecutionRun,
  userId: string,
  now: Date,
): ExecutionRecord {
  return newExecution(
    {
      id: executionId,
      userId,
      pcm_model_id: model.id,
      solver,
      network_id: record.id,
      network_version: record.version,
      options,
      start,
      ...(warnings.length > 0 && { warnings }),
      windows: windowCount(model, options),
    },
    now,
  );
}

/** Solves in a row. */
export const windowCount = (
  { rolling }: PcmModel,
  { horizon, step_h = DAY_H }: Pick<ExecutionOptions, 'horizon' | 'step_h'>,
): number => (rolling ? Math.ceil(horizon / step_h) : 1);
