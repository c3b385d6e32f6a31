/** Creates, replaces and deletes scenarios and networks of the caller. */

import { packDocument } from '../../mongo/documents.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import type { NetworkMeta, Networks } from '../../mongo/networks.ts';
import type { RecordChange, Records, StoredChange } from '../../mongo/records.ts';
import { newScenario, type ScenarioMeta, type Scenarios } from '../../mongo/scenarios.ts';
import { networkProblems } from '../../temporal/case/checks/network-problems.ts';
import { type NetworkBody, toNetworkContent } from '../../temporal/case/network-body.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { KitDeps } from '../http/deps.ts';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../http/errors.ts';
import { expectedVersion } from '../http/headers.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { checkPayload } from '../solve/check-payload.ts';

export interface ScenarioDeps extends Pick<KitDeps, 'audit' | 'now' | 'storage'> {
  readonly scenarios: Scenarios;
  readonly networks: Networks;
  readonly experiments: Pick<Experiments, 'usesScenario'>;
  readonly settings: { readonly MAX_HORIZON: number };
}

/** A store, and the name of its records in messages. */
interface Kind<Meta extends object, Content> {
  readonly noun: 'scenario' | 'network';
  readonly store: Records<Meta, Content>;
}

/**
 * Creates or replaces a record. Throws `Conflict` when `If-Match` names a version other than the current one, and
 * `TooMany` when the caller's quota of stored data is used up.
 */
async function putRecord<Meta extends object, Content>(
  { audit, now, storage }: ScenarioDeps,
  { noun, store }: Kind<Meta, Content>,
  id: string,
  change: Omit<RecordChange<Meta, Content>, 'expected'>,
  caller: Caller,
): Promise<StoredChange<Meta>> {
  const expected = expectedVersion(caller.request);
  await storage.requireSpace(caller.user.userId);
  return audit.together(async (tx) => {
    const stored = await store.put(caller.user.userId, id, { ...change, expected }, now(), tx);
    if (!stored) throw new Conflict('If-Match does not name the current version');
    const { version } = stored.record;
    const action = stored.isNew ? 'created' : 'updated';
    await audit.record('scenario_changed', auditSubject(caller, { [`${noun}_id`]: id, action, version }), tx);
    return stored;
  });
}

/** Requires a record of the caller. Throws `NotFound` for an unknown record and `Forbidden` for a shared one. */
async function requireOwn<Meta extends object, Content>(
  { noun, store }: Kind<Meta, Content>,
  id: string,
  { user }: Caller,
): Promise<void> {
  const record = await store.find(user.userId, id);
  if (!record) throw notFound(noun);
  if (record.owner === null) throw new Forbidden(`This ${noun} is shared and read-only`);
}

async function deleteRecord<Meta extends object, Content>(
  { audit }: ScenarioDeps,
  { noun, store }: Kind<Meta, Content>,
  id: string,
  caller: Caller,
): Promise<void> {
  await audit.together(async (tx) => {
    const deleted = await store.delete(caller.user.userId, id, tx);
    if (!deleted) throw notFound(noun);
    const details = { [`${noun}_id`]: id, action: 'deleted', version: deleted.version };
    await audit.record('scenario_changed', auditSubject(caller, details), tx);
  });
}

const notFound = (noun: string) => new NotFound(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`);

export async function putNetwork(
  deps: ScenarioDeps,
  networkId: string,
  network: NetworkBody,
  caller: Caller,
): Promise<StoredChange<NetworkMeta>> {
  checkNetwork(network);
  const meta: NetworkMeta = {
    name: network.name ?? networkId,
    description: network.description ?? null,
    source: network.source ?? null,
    license: network.license ?? null,
  };
  const change = { meta, defaults: meta, content: await packDocument(toNetworkContent(network)) };
  return putRecord(deps, networksOf(deps), networkId, change, caller);
}

const networksOf = ({ networks }: ScenarioDeps) => ({ noun: 'network', store: networks }) as const;

export async function deleteNetwork(deps: ScenarioDeps, networkId: string, caller: Caller): Promise<void> {
  const networks = networksOf(deps);
  await requireOwn(networks, networkId, caller);
  await deleteRecord(deps, networks, networkId, caller);
}

/** Checks a network. Throws `Unprocessable` with all problems. */
export function checkNetwork(network: NetworkBody): void {
  const problems = networkProblems(network);
  if (problems.length === 0) return;
  throw new Unprocessable(problems.map(({ path, msg, type }) => ({ loc: ['body', ...path], msg, type })));
}

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

/**
 * Metadata of a replacement. A replacement is complete: omitted fields get their defaults, and only the id of the last
 * job is kept.
 */
const toMeta = (fields: GivenMeta, defaults: ScenarioMeta): Omit<ScenarioMeta, 'last_job_id'> => ({
  name: fields.name ?? defaults.name,
  description: fields.description ?? defaults.description,
  job_type: fields.job_type ?? defaults.job_type,
  network_id: fields.network_id ?? defaults.network_id,
  tags: fields.tags ?? defaults.tags,
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
