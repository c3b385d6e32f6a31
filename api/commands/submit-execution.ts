/** Accepts a run of the model builder. Everything that can refuse it comes first. */

import type { PcmModel } from '../../temporal/pcm-models.ts';
import { type ModuleAccess, requireModule } from '../auth/require-module.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { checkHorizon } from '../model-builder/check-horizon.ts';
import { chooseSolver } from '../model-builder/choose-solver.ts';
import { findModel } from '../model-builder/find-model.ts';
import type { ExecutionBody } from '../schemas/execution-body.ts';
import { acceptExecution } from './accept-execution.ts';
import type { Caller } from './caller.ts';
import { type Accepted, submitOnce } from './submit-once.ts';

export async function submitExecution(deps: Deps, body: ExecutionBody, caller: Caller): Promise<Accepted> {
  const model = findModel(body.pcm_model_id);
  requireModule(caller.user, { id: 'model-builder', level: levelOf(model) });
  const solver = chooseSolver(model, body.solver);
  const { horizon, include_reserves } = body.options;
  checkHorizon(model, horizon);
  const network = await deps.networks.read(caller.user.userId, body.network_id ?? model.defaultNetwork);
  if (!network) throw new NotFound('Network not found');
  const run = { model, solver, network, options: { horizon, include_reserves } };
  return submitOnce(
    deps,
    {
      route: 'model-builder/run',
      opened: 'executions',
      body,
      solvers: [solver.id],
      isStored: async (executionId) => (await deps.executions.find(executionId)) !== null,
      accept: (executionId) => acceptExecution(deps, executionId, run, caller),
    },
    caller,
  );
}

/** What the analyst opens from a level on is not to be had below it here. */
const levelOf = ({ jobType }: PcmModel): ModuleAccess['level'] => (jobType === 'scuc' ? 'standard' : 'basic');
