/** Reports of a job and of a run: one HTML file for people and printers, with everything inside that a check of it needs. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { JobRecord } from '../../mongo/jobs.ts';
import type { WindowHead } from '../../mongo/windows.ts';
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { JobResult } from '../../temporal/case/messages/result.ts';
import type {
  Jwks,
  SignedCertificate,
  SignedRun,
  Statement,
} from '../../temporal/case/messages/signed-certificate.ts';
import { stampAt } from '../model-builder/execution.ts';
import { facts, type Html, html, number, page, percent, type Row, table, usd } from './html.ts';
import { dispatchChart, priceChart } from './report-charts.ts';

interface JobReportParts {
  readonly title: string;
  readonly job: Pick<JobRecord, '_id' | 'job_type'>;
  readonly case: SolvePayload;
  readonly schedule: JobResult;
  readonly certificate: SignedCertificate;
  /** The public key that signed, alone. */
  readonly keys: Jwks;
}

const TYPES = {
  uc: 'Unit commitment',
  scuc: 'Security-constrained unit commitment',
  ed: 'Economic dispatch',
} as const;

export function jobReport({ title, job, ...data }: JobReportParts): string {
  const { case: payload, schedule: result, certificate: signed } = data;
  const { statement } = signed;
  const checks = statement.certificate.checks.map(({ name, ok, vacuous, max_violation, tolerance }): Row => {
    const passed = ok ? 'yes' : 'NO';
    const worst = String(Number(max_violation.toPrecision(2)));
    return [name.replaceAll('_', ' '), vacuous ? 'none in this case' : passed, worst, String(tolerance)];
  });
  const body = html`<p>${TYPES[job.job_type]}, ended ${statement.ended_at}. Job <code>${job._id}</code></p>
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

function verdict(isVerified: boolean, said?: JobResult['verdict']): Html {
  const words = isVerified
    ? 'An independent verifier found that every rule is kept.'
    : 'An independent verifier found that rules are broken.';
  const sentences = (said?.sentences ?? []).map((sentence) => html`<li>${sentence}</li>`);
  const look = isVerified && said?.kept !== false ? 'good' : 'bad';
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

/** `2026-11-26`. */
const DATE = 10;

interface RunReportParts {
  readonly execution: Pick<ExecutionRecord, '_id' | 'pcm_model_id' | 'network_id' | 'start'>;
  readonly windows: readonly WindowHead[];
  /** `days`: the statement of every leaf. */
  readonly certificate: SignedRun & { readonly days: readonly Statement[] };
  readonly keys: Jwks;
}

/** Sums of each day, and of all days. */
const SUMS = {
  'Cost of operation, $': 'total_cost_usd',
  'Penalties, $': 'penalty_usd',
  'Load, MWh': 'load_mwh',
  'Not served, MWh': 'unserved_mwh',
} as const;

export function runReport({ execution, windows, ...data }: RunReportParts): string {
  const { statement, days } = data.certificate;
  const rows = windows.map(({ index, start_hour, outcome }): Row => {
    const { termination_status, totals, message } = outcome;
    const from = stampAt(execution, start_hour)?.slice(0, DATE) ?? `hour\u00a0${start_hour}`;
    if (!totals) return [String(index + 1), from, `${termination_status}: ${message}`];
    const sums = Object.values(SUMS).map((name) => totals[name]);
    return [String(index + 1), from, termination_status, ...sums, totals.average_lmp_usd_per_mwh ?? '–'];
  });
  const totals = Object.entries(SUMS).map(([head, name]) => [
    head,
    number(sum(windows.map(({ outcome }) => outcome.totals?.[name] ?? 0))),
  ]);
  const lost = windows.length - days.length;
  const sentences = lost === 0 ? [] : [`${lost} of ${windows.length} days have no schedule.`];
  const isVerified = days.every(({ certificate }) => certificate.verified);
  const body = html`<p>Ended ${statement.ended_at}. Run <code>${execution._id}</code></p>
${verdict(isVerified, { kept: lost === 0, sentences })}
<h2>In total</h2>${facts(Object.fromEntries(totals))}
${table('Days', ['Day', 'From', 'Status', ...Object.keys(SUMS), 'Price, $/MWh'], rows)}
${howToCheck('certificate of the run, with what it says of every day,', { 'Root of all days': statement.root_sha256 })}`;
  return page(`${execution.pcm_model_id} on ${execution.network_id}`, body, data);
}
