/** Accepts a run of the model builder. Everything that can refuse it comes first. */
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { type ModuleAccess, requireModule } from '../http/access.ts';
import { NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptExecution } from './accept-execution.ts';
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
  const accepted = await submitOnce(
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
  return { ...accepted, warnings: study.warnings };
}

/** Model, solver and network of a run, and all that it can be refused for because of them. */
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

/** SCUC needs the level that it needs of the analyst: the model builder is no way around that. */
const levelOf = ({ jobType }: PcmModel): ModuleAccess['level'] => (jobType === 'scuc' ? 'standard' : 'basic');
