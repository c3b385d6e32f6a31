/** DELETE /networks/{network_id} */
import { deleteNetwork as remove } from '../../commands/delete-network.ts';
import { defineRoute, reply } from '../../route.ts';
import { NETWORK_MODULES } from './network-modules.ts';
import { networkPath } from './network-path.ts';

export const deleteNetwork = defineRoute({
  method: 'delete',
  path: '/networks/{network_id}',
  summary: 'Delete a network of the caller with all its versions',
  tag: 'Networks',
  auth: 'bearer',
  module: NETWORK_MODULES,
  params: networkPath,
  responses: { 204: null },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.network_id, { user, request });
    return reply(204, undefined);
  },
});
