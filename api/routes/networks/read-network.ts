/** GET /networks/{network_id} */
import { networkSchema } from '../../../temporal/messages/network-record.ts';
import { NotFound } from '../../errors.ts';
import { entityTag } from '../../records/entity-tag.ts';
import { toNetworkSummary } from '../../records/network-view.ts';
import { toVersions } from '../../records/record-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { versionQuery } from '../../schemas/version-query.ts';
import { NETWORK_MODULES } from './network-modules.ts';
import { networkPath } from './network-path.ts';

export const readNetwork = defineRoute({
  method: 'get',
  path: '/networks/{network_id}',
  summary: 'A network with its elements; `ETag` is the version of the elements',
  tag: 'Networks',
  auth: 'bearer',
  module: NETWORK_MODULES,
  params: networkPath,
  query: versionQuery,
  responses: { 200: networkSchema },
  headers: { 200: ['ETag'] },
  errors: [404],
  handle: async ({ params, query, user, deps }) => {
    const found = await deps.networks.read(user.userId, params.network_id, query.version);
    if (!found) throw new NotFound('Network or version not found');
    const { record, content } = found;
    const version = query.version ?? record.version;
    const versions = toVersions(record.versions);
    return reply(200, { ...toNetworkSummary(record), version, versions, ...content }, entityTag(version));
  },
});
