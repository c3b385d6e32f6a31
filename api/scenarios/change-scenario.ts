/** Creates, replaces and deletes scenarios of the caller. */
import { packDocument } from '../../mongo/documents.ts';
import type { StoredChange } from '../../mongo/records.ts';
import { newScenario, type ScenarioMeta } from '../../mongo/scenarios.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { Conflict, Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { checkPayload } from '../solve/check-payload.ts';
import { deleteRecord, putRecord, requireOwn } from './change-record.ts';
import type { ScenarioDeps } from './deps.ts';

type GivenMeta = {
  readonly [Field in keyof Omit<ScenarioMeta, 'last_job_id'>]?: ScenarioMeta[Field] | undefined;
};
type ScenarioInput = GivenMeta & { readonly payload: SolvePayload };

export async function putScenario(
  deps: ScenarioDeps,
  scenarioId: string,
  { payload, ...given }: ScenarioInput,
  caller: Caller,
): Promise<StoredChange<ScenarioMeta>> {
  await checkPayload(payload, { maxHorizon: deps.settings.MAX_HORIZON });
  if (given.network_id) await requireNetwork(deps, caller.user.userId, given.network_id);
  const defaults = newScenario(scenarioId, payload);
  const change = { meta: toMeta(given, defaults), defaults, content: await packDocument(payload) };
  return putRecord(deps, scenariosOf(deps), scenarioId, change, caller);
}

const scenariosOf = ({ scenarios }: ScenarioDeps) => ({ noun: 'scenario', store: scenarios }) as const;

/** A replacement is whole: fields left out are as in a new scenario. Only the job that solved it stays. */
const toMeta = (given: GivenMeta, defaults: ScenarioMeta): Omit<ScenarioMeta, 'last_job_id'> => ({
  name: given.name ?? defaults.name,
  description: given.description ?? defaults.description,
  job_type: given.job_type ?? defaults.job_type,
  network_id: given.network_id ?? defaults.network_id,
  tags: given.tags ?? defaults.tags,
});

async function requireNetwork({ networks }: ScenarioDeps, userId: string, networkId: string): Promise<void> {
  if (await networks.find(userId, networkId)) return;
  const msg = `Unknown network '${networkId}'`;
  throw new Unprocessable([{ loc: ['body', 'network_id'], msg, type: 'unknown_element' }]);
}

export async function deleteScenario(deps: ScenarioDeps, scenarioId: string, caller: Caller): Promise<void> {
  const scenarios = scenariosOf(deps);
  await requireOwn(scenarios, scenarioId, caller);
  if (await deps.experiments.usesScenario(caller.user.userId, scenarioId)) {
    throw new Conflict('A running experiment uses this scenario');
  }
  await deleteRecord(deps, scenarios, scenarioId, caller);
}
