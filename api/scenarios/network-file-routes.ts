/** Networks from files in public formats. */
import { boolean, object, string } from 'yup';
import { importReportSchema } from '../formats/base/report.ts';
import { NETWORK_FORMATS } from '../formats/import-network.ts';
import { entityTag } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import type { ScenarioDeps } from './deps.ts';
import { countsSchema, importNetwork as importFiles } from './import-network.ts';
import { NETWORK_MODULES } from './network-routes.ts';

const defineRoute = routesFor<ScenarioDeps>();

const imported = {
  network_id: string().required(),
  counts: countsSchema.required(),
  report: importReportSchema.required(),
};

const importNetwork = defineRoute({
  method: 'post',
  path: '/networks/import',
  summary:
    'Create or replace a network from files in a public format, with a report of what became of each part; ' +
    'a zip, or a form with the files',
  tag: 'Networks',
  auth: 'bearer',
  module: NETWORK_MODULES,
  query: object({
    format: string().oneOf(NETWORK_FORMATS).required(),
    network_id: string().max(200).optional().meta({
      description: 'Default: the name of a zip in a form, else a new id',
    }),
    name: string().max(200).optional().meta({ description: 'Default: the id' }),
    dry_run: boolean().default(false).meta({ description: 'Report only, store nothing' }),
  }),
  file: ['application/zip', 'multipart/form-data', 'application/octet-stream'],
  heeds: ['If-Match'],
  responses: {
    200: object(imported),
    201: object({ ...imported, version: string().required() }),
  },
  headers: { 201: ['ETag', 'Location'] },
  errors: [409],
  handle: async ({ query, user, request, deps }) => {
    const { format, network_id: networkId, name, dry_run: dryRun } = query;
    const asked = { format, networkId, name, dryRun };
    const {
      networkId: network_id,
      record,
      counts,
      report,
    } = await importFiles(deps, asked, { user, request });
    const body = { network_id, counts, report };
    if (!record) return reply(200, body);
    return reply(
      201,
      { ...body, version: record.version },
      { ...entityTag(record.version), Location: `/api/networks/${encodeURIComponent(network_id)}` },
    );
  },
});

export const networkFileRoutes = [importNetwork];
