/** PUT /networks/{network_id} */

import { networkBody } from '../../../temporal/messages/network-body.ts';
import { networkSummarySchema } from '../../../temporal/messages/network-record.ts';
import { putNetwork as put } from '../../commands/put-network.ts';
import { entityTag } from '../../records/entity-tag.ts';
import { toNetworkSummary } from '../../records/network-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { NETWORK } from './network-example.ts';
import { NETWORK_MODULES } from './network-modules.ts';
import { networkPath } from './network-path.ts';

export const putNetwork = defineRoute({
  method: 'put',
  path: '/networks/{network_id}',
  summary: 'Create or replace a network; `If-Match` replaces only the version it names',
  tag: 'Networks',
  auth: 'bearer',
  module: NETWORK_MODULES,
  params: networkPath,
  body: networkBody,
  example: { params: { network_id: 'two-towns' }, body: NETWORK, status: 201 },
  heeds: ['If-Match'],
  responses: { 200: networkSummarySchema, 201: networkSummarySchema },
  headers: { 200: ['ETag'], 201: ['ETag'] },
  errors: [409],
  handle: async ({ params, body, user, request, deps }) => {
    const { isNew, record } = await put(deps, params.network_id, body, { user, request });
    const view = [toNetworkSummary(record), entityTag(record.version)] as const;
    return isNew ? reply(201, ...view) : reply(200, ...view);
  },
});
