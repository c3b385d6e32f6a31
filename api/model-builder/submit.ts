/** Accepts a run of the model builder. Everything that can refuse it comes first. */
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { type ModuleAccess, requireModule } from '../http/access.ts';
import { NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptExecution } from './accept-execution.ts';
import { checkHorizon, findModel } from './catalog.ts';
import type { ModelBuilderDeps } from './deps.ts';
import type { ExecutionBody } from './execution.ts';
import { executionRuns } from './runs.ts';
import { chooseSolver } from './solver-choice.ts';

export async function submitExecution(
  deps: ModelBuilderDeps,
  body: ExecutionBody,
  caller: Caller,
): Promise<Accepted> {
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
    executionRuns(deps),
    {
      route: 'model-builder/run',
      body,
      solvers: [solver.id],
      accept: (executionId) => acceptExecution(deps, executionId, run, caller),
    },
    caller,
  );
}

/** SCUC needs the level that it needs of the analyst: the model builder is no way around that. */
const levelOf = ({ jobType }: PcmModel): ModuleAccess['level'] => (jobType === 'scuc' ? 'standard' : 'basic');
