/** Creates a network of the caller or replaces it. */
import type { NetworkMeta, NetworkRecord } from '../../mongo/networks.ts';
import { packDocument } from '../../mongo/pack-document.ts';
import { toNetworkContent } from '../../temporal/canonical/network-content.ts';
import type { NetworkBody } from '../../temporal/messages/network-body.ts';
import { checkNetwork } from '../checks/check-network.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { expectedVersion } from '../records/entity-tag.ts';
import { recordChanged } from '../records/record-changed.ts';
import type { Caller } from './caller.ts';

export interface PutNetwork {
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
