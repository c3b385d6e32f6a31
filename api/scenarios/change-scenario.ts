/** Creates a scenario of the caller or replaces it. */
import { packDocument } from '../../mongo/pack-document.ts';
import { newScenario, type ScenarioMeta, type ScenarioRecord } from '../../mongo/scenarios.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../http/errors.ts';
import { expectedVersion } from '../http/headers.ts';
import type { Caller } from '../http/request.ts';
import { checkPayload } from '../solve/check-payload.ts';
import { recordChanged } from './record-changed.ts';

type GivenMeta = {
  readonly [Field in keyof Omit<ScenarioMeta, 'last_job_id'>]?: ScenarioMeta[Field] | undefined;
};
type ScenarioInput = GivenMeta & { readonly payload: SolvePayload };

interface PutScenario {
  readonly isNew: boolean;
  readonly record: ScenarioRecord;
}

export async function putScenario(
  deps: Deps,
  scenarioId: string,
  { payload, ...given }: ScenarioInput,
  caller: Caller,
): Promise<PutScenario> {
  const { userId } = caller.user;
  await checkPayload(payload, { maxHorizon: deps.settings.MAX_HORIZON });
  if (given.network_id) await requireNetwork(deps, userId, given.network_id);
  const defaults = newScenario(scenarioId, payload);
  const meta = toMeta(given, defaults);
  const change = {
    meta,
    defaults,
    content: await packDocument(payload),
    expected: expectedVersion(caller.request),
  };
  return deps.audit.together(async (tx) => {
    const stored = await deps.scenarios.put(userId, scenarioId, change, deps.now(), tx);
    if (!stored) throw new Conflict('If-Match names a version that is not the current one');
    const action = stored.isNew ? 'created' : 'updated';
    const { version } = stored.record;
    await recordChanged(deps, caller, { scenario_id: scenarioId, action, version }, tx);
    return stored;
  });
}

/** A replacement is whole: what it does not say is as in a new scenario, but for the job that solved it. */
const toMeta = (given: GivenMeta, defaults: ScenarioMeta): Omit<ScenarioMeta, 'last_job_id'> => ({
  name: given.name ?? defaults.name,
  description: given.description ?? defaults.description,
  job_type: given.job_type ?? defaults.job_type,
  network_id: given.network_id ?? defaults.network_id,
  tags: given.tags ?? defaults.tags,
});

async function requireNetwork({ networks }: Deps, userId: string, networkId: string): Promise<void> {
  if (await networks.find(userId, networkId)) return;
  const msg = `Unknown network '${networkId}'`;
  throw new Unprocessable([{ loc: ['body', 'network_id'], msg, type: 'unknown_element' }]);
}

/** Deletes a scenario of the caller with all its versions. */
export async function deleteScenario(deps: Deps, scenarioId: string, caller: Caller): Promise<void> {
  const { userId } = caller.user;
  const record = await deps.scenarios.find(userId, scenarioId);
  if (!record) throw new NotFound('Scenario not found');
  if (record.owner === null) throw new Forbidden('This scenario is shared and read-only');
  if (await deps.experiments.usesScenario(userId, scenarioId)) {
    throw new Conflict('A running experiment uses this scenario');
  }
  await deps.audit.together(async (tx) => {
    const deleted = await deps.scenarios.delete(userId, scenarioId, tx);
    if (!deleted) throw new NotFound('Scenario not found');
    const { version } = deleted;
    await recordChanged(deps, caller, { scenario_id: scenarioId, action: 'deleted', version }, tx);
  });
}
