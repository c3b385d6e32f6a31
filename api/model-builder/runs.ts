/** Executions of the model builder as a kind of run. */
import { readEndedWindows } from '../../mongo/execution-outcome.ts';
import { type ExecutionRecord, toExecutionInput } from '../../mongo/executions.ts';
import { chainKey } from '../../mongo/window-chains.ts';
import type { Windows } from '../../mongo/windows.ts';
import { draftedMonths } from '../../temporal/case/arithmetic/drafted-months.ts';
import type { ExecutionState } from '../../temporal/case/messages/execution.ts';
import type { Principal } from '../http/principal.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { ownedRun } from '../runs/status.ts';
import type { ModelBuilderDeps } from './deps.ts';
import { type Execution, type MonthDone, toExecution } from './execution.ts';

export type ExecutionRunDeps = Pick<
  ModelBuilderDeps,
  'executions' | 'windows' | 'executionWorkflows' | 'settings' | 'audit'
>;

type ExecutionRuns = RunKind<ExecutionRecord, ExecutionState, Execution>;

export const executionRuns = (deps: ExecutionRunDeps): ExecutionRuns => ({
  noun: 'execution',
  mostOpen: deps.settings.MAX_OPEN_EXECUTIONS,
  audit: deps.audit,
  records: deps.executions,
  read: deps.executions.find,
  start: (execution) => deps.executionWorkflows.start(toExecutionInput(execution)),
  workflow: ({ _id }) => deps.executionWorkflows.state(_id),
  cancel: ({ _id }) => deps.executionWorkflows.cancel(_id),
  view: async (execution, state) => {
    const [endedOf, months] = await Promise.all([
      readEndedWindows(deps.windows, [execution]),
      monthsDone(deps.windows, execution),
    ]);
    return toExecution(execution, state, { ...endedOf(execution), months });
  },
  // Guests see the same view as the owner: it names the network, and contains nothing else of the owner's data.
  guestView: (execution) => execution,
  submitted: {
    event: 'execution_submitted',
    subject: (execution) => ({
      userId: execution.user_id,
      once: `execution_submitted/${execution._id}`,
      details: {
        execution_id: execution._id,
        pcm_model_id: execution.pcm_model_id,
        network_id: execution.network_id,
        solver: execution.solver.id,
      },
    }),
  },
});

async function monthsDone(windows: Windows, execution: ExecutionRecord): Promise<MonthDone[]> {
  const months = draftedMonths(execution).map((month) => ({
    ...month,
    key: chainKey(execution._id, month.chain),
  }));
  const counts = months.length > 0 ? await windows.countOfChains(months) : new Map<string, number>();
  return months.map(({ key, first, end }) => ({ first, windows: end - first, done: counts.get(key) ?? 0 }));
}

/**
 * Number of finished windows. While months are solved in parallel ahead of the final windows, their drafts are counted
 * instead.
 */
export async function windowsDone(windows: Windows, execution: ExecutionRecord): Promise<number> {
  const [done, months] = await Promise.all([
    windows.countClosed(execution._id),
    monthsDone(windows, execution),
  ]);
  return Math.max(
    done,
    months.reduce((sum, month) => sum + month.done, 0),
  );
}

/** An execution of the caller. Throws `NotFound` for an execution of another user. */
export const ownedExecution = (
  deps: ExecutionRunDeps,
  executionId: string,
  user: Principal,
): Promise<ExecutionRecord> => {
  const kind = executionRuns(deps);
  return ownedRun(kind, kind.read, executionId, user);
};
