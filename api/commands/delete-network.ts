/** Deletes a network of the caller with all its versions. */
import type { Deps } from '../deps.ts';
import { Forbidden, NotFound } from '../errors.ts';
import { recordChanged } from '../records/record-changed.ts';
import type { Caller } from './caller.ts';

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
