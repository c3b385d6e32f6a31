/** GET /networks */
import { array, number, object } from 'yup';
import { networkSummarySchema } from '../../../temporal/messages/network-record.ts';
import { toNetworkSummary } from '../../records/network-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { pageQuery } from '../../schemas/page-query.ts';
import { NETWORK_MODULES } from './network-modules.ts';

export const listNetworks = defineRoute({
  method: 'get',
  path: '/networks',
  summary: 'Networks of the caller, the last changed first, then the shared ones; without their elements',
  tag: 'Networks',
  auth: 'bearer',
  module: NETWORK_MODULES,
  query: object(pageQuery()),
  responses: {
    200: object({
      networks: array(networkSummarySchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { records, total } = await deps.networks.list(user.userId, limit, offset);
    return reply(200, { networks: records.map(toNetworkSummary), total });
  },
});
