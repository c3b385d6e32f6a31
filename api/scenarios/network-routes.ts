/** Stored networks of a user, by id and version. */
import { array, number, object, string } from 'yup';
import { networkSchema, networkSummarySchema } from '../../temporal/case/messages/stored-records.ts';
import { networkBody } from '../../temporal/case/network-body.ts';
import { busSchema } from '../../temporal/case/network-schema.ts';
import { NotFound } from '../http/errors.ts';
import { entityTag } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery, versionQuery } from '../http/schemas.ts';
import { putNetwork as put, deleteNetwork as remove, type ScenarioDeps } from './change-record.ts';
import { NETWORK } from './network-example.ts';
import { toNetworkSummary, toVersions } from './views.ts';

const defineRoute = routesFor<ScenarioDeps>();

/** Properties of the routes of networks, which are open to users of any module that works on networks. */
export const networkRoute = {
  tag: 'Networks',
  auth: 'bearer',
  module: [
    { id: 'analyst', level: 'basic' },
    { id: 'power-flow', level: 'basic' },
    { id: 'model-builder', level: 'basic' },
  ],
} as const;

export const networkPath = object({
  network_id: string().required().max(200).meta({ description: 'Id of the network' }),
});

const listNetworks = defineRoute({
  method: 'get',
  path: '/networks',
  light: true,
  summary: 'Networks of the caller, last changed first, followed by the shared ones; without their elements',
  ...networkRoute,
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

const putNetwork = defineRoute({
  method: 'put',
  path: '/networks/{network_id}',
  summary: 'Create or replace a network; `If-Match` replaces only the version it names',
  ...networkRoute,
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

const readNetwork = defineRoute({
  method: 'get',
  path: '/networks/{network_id}',
  light: true,
  summary: 'A network with its elements; `ETag` is the version of the elements',
  ...networkRoute,
  params: networkPath,
  query: versionQuery,
  responses: { 200: networkSchema },
  headers: { 200: ['ETag'] },
  handle: async ({ params, query, user, deps }) => {
    const stored = await deps.networks.read(user.userId, params.network_id, query.version);
    if (!stored) throw new NotFound('Network or version not found');
    const { record, content } = stored;
    const version = query.version ?? record.version;
    const versions = toVersions(record.versions);
    return reply(200, { ...toNetworkSummary(record), version, versions, ...content }, entityTag(version));
  },
});

const readBuses = defineRoute({
  method: 'get',
  path: '/networks/{network_id}/buses',
  summary: 'The buses of a network with areas and coordinates, without series of loads and units',
  ...networkRoute,
  params: networkPath,
  query: versionQuery,
  responses: { 200: object({ buses: array(busSchema).required() }) },
  handle: async ({ params, query, user, deps }) => {
    const stored = await deps.networks.read(user.userId, params.network_id, query.version);
    if (!stored) throw new NotFound('Network or version not found');
    return reply(200, { buses: stored.content.buses });
  },
});

const deleteNetwork = defineRoute({
  method: 'delete',
  path: '/networks/{network_id}',
  light: true,
  summary: 'Delete a network of the caller with all its versions',
  ...networkRoute,
  params: networkPath,
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.network_id, { user, request });
    return reply(204, undefined);
  },
});

export const networkRoutes = [listNetworks, readNetwork, readBuses, putNetwork, deleteNetwork];
