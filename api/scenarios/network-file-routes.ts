/** Import and export of networks in public file formats. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { boolean, number, object, string } from 'yup';
import { longestSeries } from '../../temporal/case/arithmetic/fields.ts';
import { type NetworkBody, networkBody } from '../../temporal/case/network-body.ts';
import { importReportSchema } from '../formats/base/report.ts';
import { exportNetwork as exportFiles, NETWORK_EXPORT_FORMATS } from '../formats/export-network.ts';
import { EXPORT_REPORT, NETWORK_FORMATS, readNetwork } from '../formats/import-network.ts';
import { NotFound } from '../http/errors.ts';
import { entityTag } from '../http/headers.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';
import { versionQuery } from '../http/schemas.ts';
import { validate } from '../http/validate.ts';
import { checkNetwork, putNetwork, type ScenarioDeps } from './change-record.ts';
import { refuseFile } from './file-routes.ts';
import { networkPath, networkRoute } from './network-routes.ts';

const defineRoute = routesFor<ScenarioDeps>();

const FILE = `mpc.baseMVA = 100;
mpc.bus = [
  1 3 50 0 0 0 1 1 0 230 1 1.1 0.9;
  2 1 60 0 0 0 1 1 0 230 1 1.1 0.9;
];
mpc.gen = [1 110 0 100 -100 1 100 1 200 0];
mpc.branch = [1 2 0.01 0.1 0 250 250 250 0 0 1 -360 360];
mpc.gencost = [2 0 0 2 20 0];
`;

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_ID = 200;

const count = () => number().integer().min(0).required();

const countsSchema = object({
  buses: count(),
  lines: count(),
  dc_lines: count(),
  generators: count(),
  renewables: count(),
  storage: count(),
  reserves: count(),
  fuels: count(),
  loads: count(),
  hours: count().meta({ description: 'Length of the longest series' }),
});

const countParts = (network: NetworkBody) => ({
  buses: network.buses.length,
  lines: network.lines.length,
  dc_lines: network.dc_lines?.length ?? 0,
  generators: network.generators.length,
  renewables: network.renewables?.length ?? 0,
  storage: network.storage?.length ?? 0,
  reserves: network.reserves?.length ?? 0,
  fuels: network.fuels?.length ?? 0,
  loads: network.loads.length,
  hours: longestSeries(network),
});

const imported = {
  network_id: string().required(),
  counts: countsSchema.required(),
  report: importReportSchema.required(),
};

const importNetwork = defineRoute({
  method: 'post',
  path: '/networks/import',
  summary:
    'Create or replace a network from files in a public format, with an import report for each part: ' +
    'a zip or a form with the files, or the single file of a one-file format',
  ...networkRoute,
  query: object({
    format: string().oneOf(NETWORK_FORMATS).required(),
    network_id: string().max(200).optional().meta({
      description: 'Default: the name of the zip in a form, else a new id',
    }),
    name: string().max(200).optional().meta({ description: 'Default: the id' }),
    dry_run: boolean().default(false).meta({ description: 'Report only, store nothing' }),
  }),
  file: [
    'text/plain',
    'application/zip',
    'multipart/form-data',
    'application/gzip',
    'application/octet-stream',
  ],
  example: { query: { format: 'matpower', network_id: 'two-buses' }, file: FILE, status: 201 },
  heeds: ['If-Match'],
  responses: {
    200: object(imported),
    201: object({ ...imported, version: string().required() }),
  },
  headers: { 201: ['ETag', 'Location'] },
  errors: [409],
  handle: async ({ query, user, request, deps }) => {
    const { format, network_id: networkId, name, dry_run: dryRun } = query;
    const bytes = await request.file(MAX_FILE_BYTES);
    const sent = { bytes, contentType: request.header('content-type') ?? '' };
    const { network: read, report, fileName } = await readNetwork(format, sent).catch(refuseFile);
    const network_id = networkId ?? (fileName?.slice(0, MAX_ID) || randomUUID());
    const network = await validate(networkBody, 'body', { ...read, name: name ?? read.name ?? network_id });
    const body = { network_id, counts: countParts(network), report };
    if (dryRun) {
      checkNetwork(network);
      return reply(200, body);
    }
    const { version } = (await putNetwork(deps, network_id, network, { user, request })).record;
    return reply(
      201,
      { ...body, version },
      { ...entityTag(version), Location: `/api/networks/${encodeURIComponent(network_id)}` },
    );
  },
});

const ZIP = 'application/zip';

const exportNetwork = defineRoute({
  method: 'get',
  path: '/networks/{network_id}/export',
  summary: `A network as a zip of files in a public format, with ${EXPORT_REPORT}: what the format cannot express`,
  ...networkRoute,
  params: networkPath,
  query: versionQuery.shape({ format: string().oneOf(NETWORK_EXPORT_FORMATS).required() }),
  seconds: LONG_S,
  responses: {},
  produces: [ZIP],
  handle: async ({ params, query, user, deps }) => {
    const { network_id } = params;
    const { format, version } = query;
    const stored = await deps.networks.read(user.userId, network_id, version);
    if (!stored) throw new NotFound('Network or version not found');
    const name = network_id.replace(/[^\w.-]+/g, '-').slice(0, 100);
    const pieces = exportFiles(format, { name, content: stored.content });
    return {
      status: 200 as const,
      mediaType: ZIP,
      stream: Readable.from(pieces, { objectMode: false }),
      headers: { 'Content-Disposition': `attachment; filename="${name}-${format}.zip"` },
    };
  },
});

export const networkFileRoutes = [importNetwork, exportNetwork];
