/** Routes of signed certificates, and of the keys that sign them. */
import { number, object } from 'yup';
import {
  jwksSchema,
  signedCertificateSchema,
  signedConnectionsSchema,
  signedRunSchema,
} from '../../temporal/case/messages/signed-certificate.ts';
import { studyPath, studyRoute } from '../connections/deps.ts';
import { NotFound } from '../http/errors.ts';
import { auditSubject } from '../http/request.ts';
import { LONG_S, reply, routesFor, type StreamReply } from '../http/route.ts';
import type { Page } from '../http/router.ts';
import { builderRoute } from '../model-builder/deps.ts';
import { executionPath } from '../model-builder/execution-routes.ts';
import { jobPath, solveRoute } from '../solve/route-parts.ts';
import {
  type ConnectionCertificateDeps,
  signedConnections,
  studyReportHtml,
} from './connections-certificate.ts';
import { type CertificateDeps, jobReportHtml, signedCertificate } from './job-certificate.ts';
import type { CertificateKeys } from './keys.ts';
import { runReportHtml, signedRun } from './run-certificate.ts';

const defineRoute = routesFor<CertificateDeps>();

const jobRoute = {
  ...solveRoute,
  method: 'get',
  shared: 'job',
  limit: 'read',
  params: jobPath,
  errors: [409],
} as const;
/** Properties of the routes of a run; each of these routes reads every day of the run once. */
const runRoute = {
  ...builderRoute,
  method: 'get',
  shared: 'run',
  limit: 'read',
  params: executionPath,
  errors: [409],
  seconds: LONG_S,
} as const;

const jobCertificate = defineRoute({
  ...jobRoute,
  path: '/modules/analyst/solve/{job_id}/certificate',
  seconds: LONG_S,
  summary: "Signed certificate of a job's schedule; can be verified by anyone with the case and the result",
  responses: { 200: signedCertificateSchema },
  handle: async ({ params, user, deps }) => reply(200, await signedCertificate(deps, params.job_id, user)),
});

const reportReply = (id: string, stream: string): StreamReply => ({
  status: 200,
  mediaType: 'text/html',
  stream,
  headers: { 'Content-Disposition': `attachment; filename="report-${id}.html"` },
});

const jobReport = defineRoute({
  ...jobRoute,
  path: '/modules/analyst/solve/{job_id}/report.html',
  seconds: LONG_S,
  summary: 'Report of a job as one printable HTML file, with its signed certificate, case and result inside',
  responses: {},
  produces: ['text/html'],
  handle: async ({ params: { job_id }, user, deps }) =>
    reportReply(job_id, await jobReportHtml(deps, job_id, user)),
});

const runCertificate = defineRoute({
  ...runRoute,
  path: '/model-builder/executions/{execution_id}/certificate',
  summary: 'Signed certificate of a run: one root over its days, and with `day`, the proof of that day',
  query: object({
    day: number().integer().min(1).optional().meta({ description: 'Position of the day, from 1' }),
  }),
  responses: { 200: signedRunSchema },
  handle: async ({ params, query, user, deps }) =>
    reply(200, await signedRun(deps, params.execution_id, query.day, user)),
});

const runReport = defineRoute({
  ...runRoute,
  path: '/model-builder/executions/{execution_id}/report.html',
  summary:
    'Report of a run as one printable HTML file: its days, and its signed certificate with all of them',
  responses: {},
  produces: ['text/html'],
  handle: async ({ params: { execution_id: id }, user, deps }) =>
    reportReply(id, await runReportHtml(deps, id, user)),
});

const defineStudyRoute = routesFor<ConnectionCertificateDeps>();
const certifiedStudy = {
  ...studyRoute,
  method: 'get',
  seconds: LONG_S,
  limit: 'read',
  params: studyPath,
  errors: [409],
} as const;

const connectionsCertificate = defineStudyRoute({
  ...certifiedStudy,
  path: '/connection-studies/{study_id}/certificate',
  summary: 'Signed certificate of a connection study: its results, and the roots of the runs that show them',
  responses: { 200: signedConnectionsSchema },
  handle: async ({ params, user, deps }) => reply(200, await signedConnections(deps, params.study_id, user)),
});

const connectionsReport = defineStudyRoute({
  ...certifiedStudy,
  path: '/connection-studies/{study_id}/report.html',
  summary: 'Report of a connection study as one printable HTML file, with its signed certificate and results',
  responses: {},
  produces: ['text/html'],
  handle: async ({ params: { study_id }, user, deps }) =>
    reportReply(study_id, await studyReportHtml(deps, study_id, user)),
});

const rotateKey = defineRoute({
  method: 'post',
  path: '/certificate-keys',
  light: true,
  summary: 'Replace the signing key; certificates signed with earlier keys stay valid',
  tag: 'Solve',
  auth: 'admin',
  keys: 'refused',
  responses: { 201: jwksSchema },
  errors: [409],
  handle: async ({ user, request, deps }) => {
    await deps.audit.together(async (tx) => {
      const { _id: kid } = await deps.certificateKeys.rotate(tx);
      await deps.audit.record('signing_key_rotated', auditSubject({ user, request }, { kid }), tx);
    });
    return reply(201, await deps.certificateKeys.published());
  },
});

export const certificateRoutes = [
  jobCertificate,
  jobReport,
  runCertificate,
  runReport,
  connectionsCertificate,
  connectionsReport,
  rotateKey,
];

const JWKS = '/.well-known/jwks.json';
/** Time for which the keys may be cached, s, for callers who verify many certificates. */
const FRESH_S = 60;

/** The public keys, without authentication, at the root path that RFC 8615 prescribes. */
export const keysPage = (keys: CertificateKeys): Page => ({
  path: JWKS,
  async show(ctx) {
    if (ctx.path !== JWKS) throw new NotFound('Not Found');
    ctx.body = JSON.stringify(await keys.published());
    ctx.type = 'application/json';
    ctx.set('Cache-Control', `public, max-age=${FRESH_S}`);
  },
});
