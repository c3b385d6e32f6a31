/** Report of a connection study: one printable HTML file with its results and their signed certificate. */
import type { ConnectionResult, ConnectionResults } from '../../../temporal/case/messages/connection.ts';
import type { Jwks, SignedConnections } from '../../../temporal/case/messages/signed-certificate.ts';
import { html, number, page, type Row, table, usd } from './html.ts';
import { howToCheck } from './report.ts';

export interface StudyReportParts {
  readonly title: string;
  readonly schedule: ConnectionResults & { readonly study_id: string };
  readonly certificate: SignedConnections;
  readonly keys: Jwks;
}

const HEADS = ['Bus', 'Kind', 'Reduced, h', 'At least, MW', 'At most, MW', 'Binds', '10 % more with, MW'];

export function studyReport({ title, schedule: results, certificate, keys }: StudyReportParts): string {
  const { statement } = certificate;
  const { base, candidates } = results;
  const wide = candidates.flatMap(({ bus, kind, wide }) =>
    wide === undefined ? [] : [html`<li>${kind} at bus ${bus}: ${wide}</li>`],
  );
  const without = `${usd(base.total_cost_usd)}, ${number(base.co2_t)} t of CO2`;
  const body = html`<p>Connection study <code>${statement.study_id}</code>, ended ${statement.ended_at}, on version <code>${statement.network_version}</code> of the network. Without a connection: ${without}.</p>
<div class="${base.serves ? 'good' : 'bad'}"><p>${base.message === null ? 'A verified schedule serves the lower end of each interval; a proof that no dispatch of an hour serves more gives the upper end.' : `Nothing can connect. ${base.message}.`}</p></div>
${table('What can connect', HEADS, candidates.flatMap(rowsOf))}${wide.length > 0 ? html`<ul>${wide}</ul>` : ''}
${howToCheck('certificate, results', { Results: statement.results_sha256 })}`;
  return page(title, body, { schedule: results, certificate, keys });
}

const rowsOf = ({ bus, kind, firm_mw, flexible_mw, remedy }: ConnectionResult): Row[] => {
  const after = remedy?.contingency ? ` after ${remedy.contingency}` : '';
  const limit = remedy ? `${remedy.kind} ${remedy.id ?? ''}${after}` : '–';
  return [{ hours: 0, ...firm_mw }, ...flexible_mw].map(({ hours, at_least, at_most }) => [
    ...[String(bus), kind, String(hours), at_least, at_most],
    ...(hours === 0 ? [limit, remedy?.change_mw ?? '–'] : ['', '']),
  ]);
};
