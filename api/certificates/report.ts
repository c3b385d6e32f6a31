/** The report of a job: one HTML file for people and printers, with everything inside that a check of it needs. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { JobResult } from '../../temporal/case/messages/result.ts';
import type { Jwks, SignedCertificate } from '../../temporal/case/messages/signed-certificate.ts';
import { type Html, html, jsonScript } from './html.ts';
import { dispatchChart, priceChart } from './report-charts.ts';
import { REPORT_STYLE } from './report-style.ts';

export interface ReportParts {
  readonly job: Pick<JobRecord, '_id' | 'name' | 'scenario_id' | 'job_type'>;
  readonly payload: SolvePayload;
  readonly result: JobResult;
  readonly signed: SignedCertificate;
  /** The public key that signed, alone. */
  readonly key: Jwks;
}

const TYPES = {
  uc: 'Unit commitment',
  scuc: 'Security-constrained unit commitment',
  ed: 'Economic dispatch',
} as const;
/** A reader looks at no more; all of them are in the result inside. */
const MOST_ROWS = 300;

export function reportHtml({ job, payload, result, signed, key }: ReportParts): string {
  const title = job.name ?? job.scenario_id;
  const { statement } = signed;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} - report</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${TYPES[job.job_type]}, ended ${statement.ended_at}. Job <code>${job._id}</code></p>
${verdict(result)}
${figures(result)}
<h2>Dispatch and prices</h2>
${dispatchChart(payload, result)}
${priceChart(result)}
${units(payload, result)}
${bindingLines(result)}
${certificateOf(signed)}
</main>
${jsonScript('certificate', signed)}${jsonScript('case', payload)}${jsonScript('schedule', result)}${jsonScript('key', key)}</body>
</html>
`;
  return text;
}

function verdict({ verdict: said, certificate }: JobResult): Html {
  const isGood = certificate?.verified === true && said?.kept !== false;
  const words = certificate?.verified
    ? 'An independent verifier found that the schedule keeps every rule.'
    : 'The schedule breaks rules: see the checks below.';
  const sentences = (said?.sentences ?? []).map((sentence) => html`<li>${sentence}</li>`);
  return html`<div class="verdict ${isGood ? 'good' : 'bad'}"><p>${words}</p><ul>${sentences}</ul></div>`;
}

const usd = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : `$${value.toLocaleString('en', { maximumFractionDigits: 2 })}`;
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(100 * value).toFixed(3)} %`;
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });

function figures({ certificate, cost_breakdown: costs, ...result }: JobResult): Html {
  const rows = {
    Status: result.termination_status,
    'Cost of operation': usd(result.total_cost_usd),
    Penalties: usd(costs?.penalty_usd),
    Objective: usd(result.objective_value),
    'Lower bound, by the solver': `${usd(result.lower_bound_usd)}, gap ${percent(result.mip_gap)}`,
    'Lower bound, without the solver': `${usd(certificate?.independent_bound_usd)}, gap ${percent(certificate?.independent_gap)}`,
    Solver: `${result.solver} ${result.solver_version}, ${number(result.solve_time_s)} s`,
  };
  return html`<h2>Figures</h2><dl>${Object.entries(rows).map(([name, is]) => html`<dt>${name}</dt><dd>${is}</dd>`)}</dl>`;
}

type Row = readonly (string | number)[];

function table(title: string, heads: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  const shown = rows.slice(0, MOST_ROWS);
  const rest = rows.length - shown.length;
  const head = (name: string, at: number) =>
    typeof rows[0]?.[at] === 'number' ? html`<th class="number">${name}</th>` : html`<th>${name}</th>`;
  const cell = (value: string | number) =>
    typeof value === 'number' ? html`<td class="number">${number(value)}</td>` : html`<td>${value}</td>`;
  return html`<h2>${title}</h2>
<div class="wide"><table><thead><tr>${heads.map(head)}</tr></thead>
<tbody>${shown.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table></div>
${rest > 0 ? html`<p>and ${rest} more</p>` : html``}`;
}

function units(payload: SolvePayload, { dispatch_mw, commitment, startup }: JobResult): Html {
  const perHour = intervalsPerHour(payload);
  const sum = (series: readonly number[] = []): number => series.reduce((total, value) => total + value, 0);
  const rows = payload.generators.map(({ name, bus, p_max }) => [
    name,
    String(bus),
    p_max,
    sum(dispatch_mw[name]) / perHour,
    sum(commitment[name]) / perHour,
    sum(startup[name]),
  ]);
  const byEnergy = rows.sort((one, other) => Number(other[3]) - Number(one[3]));
  return table('Units', ['Unit', 'Bus', 'Pmax, MW', 'Energy, MWh', 'On, h', 'Starts'], byEnergy);
}

/** One row for each line and contingency that binds: how often, and how much at most. */
function bindingLines({ binding_constraints }: JobResult): Html {
  const groups = groupBy(binding_constraints, (each) => `${each.line_id}\n${each.contingency_id ?? ''}`);
  const rows = [...groups.values()].map((group): Row => {
    const [first] = group;
    const price = group.reduce((most, each) => Math.max(most, Math.abs(each.shadow_price_usd_per_mwh)), 0);
    return [first?.line_id ?? '', first?.contingency_id ?? 'none', first?.limit_mw ?? 0, group.length, price];
  });
  const byPrice = rows.sort((one, other) => Number(other[4]) - Number(one[4]));
  const heads = ['Line', 'After the loss of', 'Limit, MW', 'Intervals', 'Largest shadow price, $/MWh'];
  return table('Lines at their limits', heads, byPrice);
}

function certificateOf({ statement }: SignedCertificate): Html {
  const rows = statement.certificate.checks.map(({ name, ok, vacuous, max_violation, tolerance }): Row => {
    const passed = ok ? 'yes' : 'NO';
    return [
      name.replaceAll('_', ' '),
      vacuous ? 'none in this case' : passed,
      String(Number(max_violation.toPrecision(2))),
      String(tolerance),
    ];
  });
  const hashes = {
    Case: statement.case_sha256,
    Result: statement.schedule_sha256,
    Verifier: statement.verifier_sha256 ?? 'not known',
  };
  return html`${table('Certificate', ['Check', 'Passed', 'Worst violation', 'Tolerance'], rows)}
<h2>How to check this report</h2>
<p>Signed certificate, case, result and public key are inside this file. <code>grid verify report.html --key jwks.json</code>
runs the verifier again without a server, and so does the page /verify of the service; <code>jwks.json</code> is
<code>/.well-known/jwks.json</code> of the service that signed.</p>
<dl>${Object.entries(hashes).map(([name, is]) => html`<dt>SHA-256: ${name}</dt><dd><code>${is}</code></dd>`)}</dl>`;
}
