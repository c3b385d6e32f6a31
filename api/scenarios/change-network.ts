/** Creates a network of the caller or replaces it. */
import type { NetworkMeta, NetworkRecord } from '../../mongo/networks.ts';
import { packDocument } from '../../mongo/pack-document.ts';
import { networkProblems } from '../../temporal/case/checks/network-problems.ts';
import { type NetworkBody, toNetworkContent } from '../../temporal/case/messages/network-body.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../http/errors.ts';
import { expectedVersion } from '../http/headers.ts';
import type { Caller } from '../http/request.ts';
import { recordChanged } from './record-changed.ts';

interface PutNetwork {
  readonly isNew: boolean;
  readonly record: NetworkRecord;
}

export async function putNetwork(
  deps: Deps,
  networkId: string,
  network: NetworkBody,
  caller: Caller,
): Promise<PutNetwork> {
  checkNetwork(network);
  const meta: NetworkMeta = {
    name: network.name ?? networkId,
    description: network.description ?? null,
    source: network.source ?? null,
    license: network.license ?? null,
  };
  const content = await packDocument(toNetworkContent(network));
  const change = { meta, defaults: meta, content, expected: expectedVersion(caller.request) };
  return deps.audit.together(async (tx) => {
    const stored = await deps.networks.put(caller.user.userId, networkId, change, deps.now(), tx);
    if (!stored) throw new Conflict('If-Match names a version that is not the current one');
    const action = stored.isNew ? 'created' : 'updated';
    const { version } = stored.record;
    await recordChanged(deps, caller, { network_id: networkId, action, version }, tx);
    return stored;
  });
}

/** Deletes a network of the caller with all its versions. */
export async function deleteNetwork(deps: Deps, networkId: string, caller: Caller): Promise<void> {
  const { userId } = caller.user;
  const record = await deps.networks.find(userId, networkId);
  if (!record) throw new NotFound('Network not found');
  if (record.owner === null) throw new Forbidden('This network is shared and read-only');
  await deps.audit.together(async (tx) => {
    const deleted = await deps.networks.delete(userId, networkId, tx);
    if (!deleted) throw new NotFound('Network not found');
    const { version } = deleted;
    await recordChanged(deps, caller, { network_id: networkId, action: 'deleted', version }, tx);
  });
}

/** The structural checks of a network, as a client reads them. */

/** Throws `Unprocessable` with every problem found. */
function checkNetwork(network: NetworkBody): void {
  const problems = networkProblems(network);
  if (problems.length === 0) return;
  throw new Unprocessable(problems.map(({ path, msg, type }) => ({ loc: ['body', ...path], msg, type })));
}
