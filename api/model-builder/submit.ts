/** Accepts a run of the model builder after all checks. */

import { packDocument } from '../../mongo/documents.ts';
import {
  type ExecutionOptions,
  type ExecutionRecord,
  type ExecutionSolver,
  type ExecutionStart,
  newExecution,
} from '../../mongo/executions.ts';
import type { NetworkRecord } from '../../mongo/networks.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { requireModule } from '../http/access.ts';
import { NotFound } from '../http/errors.ts';
import type { ModuleAccess } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, claim } from '../runs/claim.ts';
import { startRun, storeRun } from '../runs/run-kind.ts';
import { findModel } from './catalog.ts';
import type { ModelBuilderDeps } from './deps.ts';
import type { ExecutionBody } from './execution.ts';
import { executionRuns } from './runs.ts';
import { chooseSolver } from './solver-choice.ts';
import { chooseStudy } from './study-options.ts';

interface AcceptedExecution extends Accepted {
  readonly warnings: readonly string[];
}

export async function submitExecution(
  deps: ModelBuilderDeps,
  body: ExecutionBody,
  caller: Caller,
): Promise<AcceptedExecution> {
  const { model, solver, network } = await chooseRun(deps, body, caller);
  const study = chooseStudy(model, body.options, network.content);
  const run = { model, solver, network, ...study };
  const request = { route: 'model-builder/run', body, solvers: [solver.id] };
  using claimed = await claim(deps, executionRuns(deps), request, caller);
  if (claimed.isNew) await acceptExecution(deps, claimed.id, run, caller);
  return { ...claimed, warnings: study.warnings };
}

/** Model, solver and network of a run. Throws every refusal that concerns these three. */
export async function chooseRun(
  { networks }: Pick<ModelBuilderDeps, 'networks'>,
  body: Pick<ExecutionBody, 'pcm_model_id' | 'solver' | 'network_id'>,
  { user }: Pick<Caller, 'user'>,
) {
  const model = findModel(body.pcm_model_id);
  requireModule(user, { id: 'model-builder', level: levelOf(model) });
  const solver = chooseSolver(model, body.solver);
  const network = await networks.read(user.userId, body.network_id ?? model.defaultNetwork);
  if (!network) throw new NotFound('Network not found');
  return { model, solver, network };
}

/**
 * Access level that a model requires. SCUC requires the same level as in the analyst module, so that the model builder
 * cannot bypass it.
 */
const levelOf = ({ jobType }: PcmModel): ModuleAccess['level'] => (jobType === 'scuc' ? 'standard' : 'basic');

interface ExecutionRun {
  readonly model: PcmModel;
  readonly solver: ExecutionSolver;
  readonly network: { readonly record: NetworkRecord; readonly content: NetworkContent };
  readonly options: ExecutionOptions;
  readonly start: ExecutionStart;
  readonly warnings: readonly string[];
}

const DAY_H = 24;

/** Stores a run and starts it. May be repeated safely. */
export async function acceptExecution(
  deps: ModelBuilderDeps,
  executionId: string,
  run: ExecutionRun,
  { user, request }: Caller,
): Promise<void> {
  const execution = toRecord(executionId, run, user.userId, deps.now());
  // The network is copied, so that later changes of the network do not affect the run.
  const network = await packDocument(run.network.content);
  const kind = executionRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked('network', executionId, network, undefined, tx);
      await storeRun(kind, execution, { request }, tx);
    },
    () => startRun(deps, kind, execution),
  );
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

/** Number of windows of a run, which are solved one after another. */
export const windowCount = (
  { rolling }: PcmModel,
  { horizon, step_h = DAY_H }: Pick<ExecutionOptions, 'horizon' | 'step_h'>,
): number => (rolling ? Math.ceil(horizon / step_h) : 1);
