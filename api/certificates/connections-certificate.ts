/** The signed certificate of a connection study: the hash of its results, and the roots of the runs that show them. */
import {
  CONNECTIONS_FORMAT,
  type SignedConnections,
} from '../../temporal/case/messages/signed-certificate.ts';
import { canonicalSha256 } from '../../temporal/json/sha256.ts';
import { studyReport } from '../client/report/study-report.ts';
import type { ConnectionDeps } from '../connections/deps.ts';
import { studyRuns } from '../connections/runs.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { ownedRun } from '../runs/status.ts';
import { fittingReport } from './fitting-report.ts';
import type { CertificateDeps } from './job-certificate.ts';
import { signedRun } from './run-certificate.ts';

export type ConnectionCertificateDeps = CertificateDeps & ConnectionDeps;

/** The report of a study as HTML. Throws the errors of `signedConnections`. */
export async function studyReportHtml(
  deps: ConnectionCertificateDeps,
  studyId: string,
  user: Principal,
): Promise<string> {
  const certificate = await signedConnections(deps, studyId, user);
  const study = await deps.connectionStudies.find(studyId);
  if (!study?.results) throw new NotFound('The study is no longer stored');
  const keys = await deps.certificateKeys.publicKeyOf(certificate);
  const title = `Connections to ${study.network_id}`;
  const schedule = { study_id: studyId, ...study.results };
  return fittingReport(studyReport({ title, schedule, certificate, keys }));
}

/** Throws `Conflict` for a study without results, and `NotFound`. */
export async function signedConnections(
  deps: ConnectionCertificateDeps,
  studyId: string,
  user: Principal,
): Promise<SignedConnections> {
  const kind = studyRuns(deps);
  const study = await ownedRun(kind, kind.read, studyId, user);
  const { results, network_version, finished_at, expires_at = null } = study;
  if (!results || !finished_at)
    throw new Conflict(`The study is ${study.status}: it has no results to certify`);
  const stored = await deps.certificates.find<SignedConnections>(studyId);
  if (stored) return stored;
  const shown = results.candidates.flatMap(({ firm_mw, flexible_mw, bound_ids }) => [
    ...bound_ids,
    ...[firm_mw, ...flexible_mw].flatMap(({ execution_id }) => execution_id ?? []),
  ]);
  const runs: SignedConnections['statement']['runs'] = [];
  for (const execution_id of new Set([results.base.execution_id, ...shown])) {
    const { statement } = await signedRun(deps, execution_id, undefined, user);
    runs.push({ execution_id, root_sha256: statement.root_sha256 });
  }
  const statement: SignedConnections['statement'] = {
    ...{ format: CONNECTIONS_FORMAT, study_id: studyId, network_version, runs },
    ended_at: finished_at.toISOString(),
    results_sha256: canonicalSha256({ study_id: studyId, ...results }),
  };
  return deps.certificates.add(studyId, await deps.certificateKeys.sign(statement), expires_at);
}
