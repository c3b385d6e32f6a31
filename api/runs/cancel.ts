/** Sends messages to the workflow of a run that is still open. */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { BadGateway, Conflict } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { HasLog, HasStatus, RunKind } from './run-kind.ts';
import { ownedRun, runStatus } from './status.ts';

/** Cancels a run. The run ends as `cancelled` once its solvers have stopped. */
export async function cancelRun<
  Run extends LifecycleRecord,
  Workflow extends HasStatus,
  View extends HasStatus,
>(deps: HasLog, kind: RunKind<Run, Workflow, View>, id: string, caller: Caller): Promise<View> {
  const run = await ownedRun(kind, kind.records.find, id, caller.user);
  requireOpen(kind, run);
  await noteCommand(kind, run, 'cancel', caller);
  await tellWorkflow(kind, run, kind.cancel);
  return runStatus(deps, kind, run);
}

/**
 * Records who requested a command before the command is carried out, since the end of a run is recorded under its
 * owner.
 */
export const noteCommand = <Run extends LifecycleRecord>(
  { noun, audit }: Pick<RunKind<Run>, 'noun' | 'audit'>,
  run: Run,
  command: 'cancel' | 'stop' | 'retry' | 'resume' | 'label' | 'keep' | 'delete',
  caller: Caller,
  tx?: Transaction,
): Promise<void> =>
  audit.record(
    'run_commanded',
    auditSubject(caller, { command, [`${noun}_id`]: run._id, owner: run.user_id }),
    tx,
  );

/** Throws `Conflict` for a run that has ended. */
export function requireOpen({ noun }: Pick<RunKind, 'noun'>, { status }: HasStatus): void {
  if (isTerminal(status)) throw new Conflict(`The ${noun} is already ${status}`);
}

/**
 * Sends a message to the workflow of an open run. A run that was accepted but not started is started first. Throws
 * `Conflict` when the workflow has ended meanwhile, and `BadGateway` when Temporal does not answer.
 */
export async function tellWorkflow<Run extends LifecycleRecord>(
  { start }: Pick<RunKind<Run>, 'start'>,
  run: Run,
  /** Sends the message; false when the workflow has ended. */
  send: (run: Run) => Promise<boolean>,
): Promise<void> {
  const heard = await deliver().catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });
  if (!heard) throw new Conflict('It has already ended');

  async function deliver(): Promise<boolean> {
    if (!run.workflow_started) await start(run);
    return send(run);
  }
}
