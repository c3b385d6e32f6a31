/** Creates, replaces and deletes networks of the caller. */

import { packDocument } from '../../mongo/documents.ts';
import type { NetworkMeta } from '../../mongo/networks.ts';
import type { StoredChange } from '../../mongo/records.ts';
import { networkProblems } from '../../temporal/case/checks/network-problems.ts';
import { type NetworkBody, toNetworkContent } from '../../temporal/case/messages/network-body.ts';
import { Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { deleteRecord, putRecord, requireOwn } from './change-record.ts';
import type { ScenarioDeps } from './deps.ts';

type NetworkDeps = Pick<ScenarioDeps, 'networks' | 'audit' | 'now' | 'storage'>;

export async function putNetwork(
  deps: NetworkDeps,
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

const networksOf = ({ networks }: NetworkDeps) => ({ noun: 'network', store: networks }) as const;

export async function deleteNetwork(deps: NetworkDeps, networkId: string, caller: Caller): Promise<void> {
  const networks = networksOf(deps);
  await requireOwn(networks, networkId, caller);
  await deleteRecord(deps, networks, networkId, caller);
}

/** Throws `Unprocessable` with every problem found. */
export function checkNetwork(network: NetworkBody): void {
  const problems = networkProblems(network);
  if (problems.length === 0) return;
  throw new Unprocessable(problems.map(({ path, msg, type }) => ({ loc: ['body', ...path], msg, type })));
}
