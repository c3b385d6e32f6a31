/** Reports of a job and of a run: one printable HTML file that contains all data to check it. */

import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { JobResult } from '../../../temporal/case/messages/result.ts';
import type {
  Jwks,
  SignedCertificate,
  SignedRun,
  Statement,
} from '../../../temporal/case/messages/signed-certificate.ts';
import { createDayWarnings, dayWarningTexts } from '../../../temporal/case/report/day-warnings.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { dispatchChart, priceChart } from './charts.ts';
import { facts, type Html, html, number, page, percent, type Row, table, usd } from './html.ts';

export interface JobReportParts {
  readonly title: string;
  readonly case: SolvePayload;
  readonly schedule: JobResult;
  readonly certificate: SignedCertificate;
  /** Key set with only the key that signed. */
  readonly keys: Jwks;
}

const TYPES = {
  uc: 'Unit commitment',
  scuc: 'Security-constrained unit commitment',
  ed: 'Economic dispatch',
} as const;

/**
 * Writes a report. Equal parts always give equal text, because a check writes the report again from its data and
 * compares.
 */
export function jobReport({ title, ...parts }: JobReportParts): string {
  const { case: payload, schedule: result, certificate: signed, keys } = parts;
  const data = { case: payload, schedule: result, certificate: signed, keys };
  const { statement } = signed;
  const checks = statement.certificate.checks.map(({ name, ok, vacuous, max_violation, tolerance }): Row => {
    const passed = ok ? 'yes' : 'NO';
    const worst = String(Number(max_violation.toPrecision(2)));
    return [name.replaceAll('_', ' '), vacuous ? 'none in this case' : passed, worst, String(tolerance)];
  });
  const body = html`<p>${TYPES[statement.job_type]}, ended ${statement.ended_at}. Job <code>${statement.job_id}</code></p>
${verdict(result.certificate?.verified === true, result.verdict)}
${figures(result)}
<h2>Dispatch and prices</h2>
${dispatchChart(payload, result)}
${priceChart(result)}
${units(payload, result)}
${bindingLines(result)}
${table('Certificate', ['Check', 'Passed', 'Worst violation', 'Tolerance'], checks)}
${howToCheck('certificate, case, result', {
  Case: statement.case_sha256,
  Result: statement.schedule_sha256,
  Verifier: statement.verifier_sha256 ?? 'not known',
})}`;
  return page(title, body, data);
}

function verdict(isVerified: boolean, resultVerdict?: JobResult['verdict']): Html {
  const words = isVerified
    ? 'An independent verifier found that every rule is kept.'
    : 'An independent verifier found that rules are broken.';
  const sentences = (resultVerdict?.sentences ?? []).map((sentence) => html`<li>${sentence}</li>`);
  const look = isVerified && resultVerdict?.kept !== false ? 'good' : 'bad';
  return html`<div class="${look}"><p>${words}</p><ul>${sentences}</ul></div>`;
}

function figures({ certificate, cost_breakdown: costs, ...result }: JobResult): Html {
  return html`<h2>Figures</h2>${facts({
    Status: result.termination_status,
    'Cost of operation': usd(result.total_cost_usd),
    Penalties: usd(costs?.penalty_usd),
    Objective: usd(result.objective_value),
    'Lower bound, by the solver': `${usd(result.lower_bound_usd)}, gap ${percent(result.mip_gap)}`,
    'Lower bound, without the solver': `${usd(certificate?.independent_bound_usd)}, gap ${percent(certificate?.independent_gap)}`,
    Solver: `${result.solver} ${result.solver_version}, ${result.solve_time_s.toFixed(2)} s`,
  })}`;
}

const sum = (series: readonly number[] = []): number => series.reduce((total, value) => total + value, 0);

function units(payload: SolvePayload, { dispatch_mw, commitment, startup }: JobResult): Html {
  const perHour = intervalsPerHour(payload);
  const rows = payload.generators.map(({ name, bus, ...unit }) => [
    name,
    String(bus),
    ratedOf(unit).p_max,
    sum(dispatch_mw[name]) / perHour,
    sum(commitment[name]) / perHour,
    sum(startup[name]),
  ]);
  const byEnergy = rows.sort((one, other) => Number(other[3]) - Number(one[3]));
  return table('Units', ['Unit', 'Bus', 'Pmax, MW', 'Energy, MWh', 'On, h', 'Starts'], byEnergy);
}

/** One row per line and contingency with binding hours: number of intervals and largest shadow price. */
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

const howToCheck = (what: string, hashes: Readonly<Record<string, string>>): Html =>
  html`<h2>How to check this report</h2>
<p>Signed ${what} and public key are inside this file. <code>grid verify report.html --key jwks.json</code>
checks it without a server, and so does the page /verify of the service; <code>jwks.json</code> is
<code>/.well-known/jwks.json</code> of the service that signed.</p>
${facts(
  Object.fromEntries(
    Object.entries(hashes).map(([name, is]) => [`SHA-256: ${name}`, html`<code>${is}</code>`]),
  ),
)}`;

/** A day of a run as printed, including figures that are not signed. */
export interface PrintedDay {
  readonly from: string;
  readonly termination_status: string;
  /** Sums of the day; absent for a day without a schedule. */
  readonly totals?:
    | Readonly<Record<keyof typeof SUMS | 'average_lmp_usd_per_mwh', number | null>>
    | undefined;
  /** Reason why the day has no schedule. */
  readonly message?: string | undefined;
  readonly warnings?: readonly string[];
}

export interface RunReportParts {
  readonly title: string;
  readonly printed: readonly PrintedDay[];
  /** Certificate of the run. `days`: statements of all leaves. */
  readonly certificate: SignedRun & { readonly days: readonly Statement[] };
  readonly keys: Jwks;
}

/** Sums that are printed for each day and for the run. */
const SUMS = {
  total_cost_usd: 'Cost of operation, $',
  penalty_usd: 'Penalties, $',
  load_mwh: 'Load, MWh',
  unserved_mwh: 'Not served, MWh',
} as const;
const SUM_NAMES = ['total_cost_usd', 'penalty_usd', 'load_mwh', 'unserved_mwh'] as const;

export function runReport({ title, printed, certificate, keys }: RunReportParts): string {
  const data = { printed, certificate, keys };
  const { statement, days } = certificate;
  const rows = printed.map(({ from, termination_status, totals, message }, index): Row => {
    if (!totals) return [String(index + 1), from, `${termination_status}: ${message}`];
    const sums = SUM_NAMES.map((name) => totals[name] ?? 0);
    return [String(index + 1), from, termination_status, ...sums, totals.average_lmp_usd_per_mwh ?? '–'];
  });
  const totals = SUM_NAMES.map((name) => [
    SUMS[name],
    number(sum(printed.map(({ totals: ofDay }) => ofDay?.[name] ?? 0))),
  ]);
  const lost = printed.length - days.length;
  const sentences = lost === 0 ? [] : [`${lost} of ${printed.length} days have no schedule.`];
  const isVerified = days.every(({ certificate: dayCertificate }) => dayCertificate.verified);
  const body = html`<p>Ended ${statement.ended_at}. Run <code>${statement.execution_id}</code></p>
${verdict(isVerified, { kept: lost === 0, sentences })}
<h2>In total</h2>${facts(Object.fromEntries(totals))}
${table('Days', ['Day', 'From', 'Status', ...Object.values(SUMS), 'Price, $/MWh'], rows)}${warningsOf(printed)}
${howToCheck('certificate of the run, with what it says of every day,', { 'Root of all days': statement.root_sha256 })}`;
  return page(title, body, data);
}

/** List of the warnings of all days; empty without any warning. */
function warningsOf(printed: readonly PrintedDay[]): Html | string {
  const collector = createDayWarnings();
  for (const [index, { warnings }] of printed.entries()) collector.add({ index, warnings });
  const texts = dayWarningTexts(collector.all(), printed.length).map((text) => html`<li>${text}</li>`);
  return texts.length > 0 ? html`\n<h2>Warnings</h2><ul>${texts}</ul>` : '';
}
