/** Stores an execution together with its audit entry, then starts its workflow. Every step is repeatable; the order is the guarantee. */
import type { AuditSubject } from '../../mongo/audit.ts';
import {
  type ExecutionOptions,
  type ExecutionRecord,
  type ExecutionSolver,
  toExecutionInput,
} from '../../mongo/executions.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import type { NetworkRecord } from '../../mongo/networks.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/request.ts';

/** A run that nothing speaks against. */
export interface ExecutionRun {
  readonly model: PcmModel;
  readonly solver: ExecutionSolver;
  readonly network: { readonly record: NetworkRecord; readonly content: NetworkContent };
  readonly options: ExecutionOptions;
}

const DAY_H = 24;

export async function acceptExecution(
  deps: Deps,
  executionId: string,
  run: ExecutionRun,
  { user, request }: Caller,
): Promise<void> {
  const execution = newExecution(executionId, run, user.userId, deps.now());
  // A copy: whatever becomes of the network, the run is about what was submitted.
  await deps.documents.put('network', executionId, run.network.content);
  await deps.audit.together(async (tx) => {
    await deps.executions.accept(execution, tx);
    await deps.audit.record('execution_submitted', submitted(execution, request), tx);
  });
  await startWorkflow(deps, execution);
}

const submitted = (execution: ExecutionRecord, { ip, userAgent }: Caller['request']): AuditSubject => ({
  userId: execution.user_id,
  ip,
  userAgent,
  once: `execution_submitted/${execution._id}`,
  details: {
    execution_id: execution._id,
    pcm_model_id: execution.pcm_model_id,
    network_id: execution.network_id,
    solver: execution.solver.id,
  },
});

/** Accepted is accepted: when Temporal fails just now, the sweep starts the workflow within seconds. */
async function startWorkflow(
  { executionWorkflows, executions, log }: Deps,
  execution: ExecutionRecord,
): Promise<void> {
  try {
    await executionWorkflows.start(toExecutionInput(execution));
    await executions.markWorkflowStarted(execution._id);
  } catch (error) {
    log.warn({ err: error, execution_id: execution._id }, 'workflow left to the sweep');
  }
}

function newExecution(
  executionId: string,
  { model, solver, network: { record }, options }: ExecutionRun,
  userId: string,
  now: Date,
): ExecutionRecord {
  return {
    ...newRecord(executionId, userId, now),
    pcm_model_id: model.id,
    solver,
    network_id: record.id,
    network_version: record.version,
    options,
    windows: model.rolling ? Math.ceil(options.horizon / DAY_H) : 1,
    results: null,
  };
}
