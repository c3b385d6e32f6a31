/** Reports of a job and of a run: one printable HTML file that contains all data needed to check it. */

import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { type DaySeries, momentSentence, momentsOf } from '../../../temporal/case/arithmetic/moments.ts';
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
import { capitalized, type PeriodNames, periodNames } from '../period-names.ts';
import { CHECKS, passedText, terminationText } from '../result-words.ts';
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
  const names = periodNames(payload);
  const { prices } = statement.certificate;
  const checks = statement.certificate.checks.map((check): Row => {
    const worst = String(Number(check.max_violation.toPrecision(2)));
    return [CHECKS[check.name] ?? check.name, passedText(check, prices), worst, String(check.tolerance)];
  });
  const sentences = [...(result.verdict?.sentences ?? []).map(names.named), terminationText(result, percent)];
  const body = html`<p>${TYPES[statement.job_type]}, ended ${statement.ended_at}. Job <code>${statement.job_id}</code></p>
${verdict(result.certificate?.verified === true, result.verdict?.kept !== false, sentences)}
${figures(result)}
<h2>Dispatch and prices</h2>
${moments(payload, result, names)}
${dispatchChart(payload, result)}
${priceChart(payload, result)}
${units(payload, result)}
${bindingLines(result)}
${settlements(result)}${table('Checks of the certificate', ['Check', 'Passed', 'Worst violation', 'Tolerance'], checks)}
${howToCheck('certificate, case, result', {
  Case: statement.case_sha256,
  Result: statement.schedule_sha256,
  Verifier: statement.verifier_sha256 ?? 'not known',
})}`;
  return page(title, body, data);
}

function verdict(isVerified: boolean, isKept: boolean, sentences: readonly string[]): Html {
  const words = isVerified ? 'every rule is kept' : 'rules are broken';
  const look = isVerified && isKept ? 'good' : 'bad';
  return html`<div class="${look}"><p>An independent verifier found that ${words}.</p><ul>${sentences.map((each) => html`<li>${each}</li>`)}</ul></div>`;
}

function figures({ certificate, cost_breakdown: costs, ...result }: JobResult): Html {
  return html`<h2>Figures</h2>${facts({
    'Operating cost': usd(result.total_cost_usd),
    '+ Penalties': usd(costs?.penalty_usd),
    ...(costs?.stored_value_usd !== undefined && {
      '− Value of stored energy': usd(costs.stored_value_usd),
    }),
    ...(costs?.bid_value_usd !== undefined && { '− Demand of bids': usd(costs.bid_value_usd) }),
    '= Objective': usd(result.objective_value),
    'Lower bound by the solver': belowText(result.lower_bound_usd, result.mip_gap),
    'Lower bound without the solver': belowText(
      certificate?.independent_bound_usd,
      certificate?.independent_gap,
    ),
    ...(result.average_co2_t_per_mwh && {
      'CO2 of one MW more, by bus': rateRange(result.marginal_co2_t_per_mwh),
      'Average CO2, by bus': rateRange(result.average_co2_t_per_mwh),
    }),
    Solver: `${result.solver} ${result.solver_version}, ${result.solve_time_s.toFixed(2)} s`,
  })}`;
}

/** Range of the CO2 by bus. */
function rateRange(series: JobResult['average_co2_t_per_mwh'] = {}): string {
  const rates = Object.values(series).flatMap((hours) => hours.filter((rate) => rate !== null));
  rates.sort((one, other) => one - other);
  return `${rates[0] ?? '–'} to ${rates.at(-1) ?? '–'} t/MWh, not certified`;
}

const belowText = (bound: number | null | undefined, gap: number | null | undefined): string =>
  (gap ?? 0) > 1 ? 'too weak to use' : `${usd(bound)} (${percent(gap)} below the objective)`;

/** Key moments of the day, in the words of the page. */
function moments(payload: SolvePayload, result: JobResult, names: PeriodNames): Html {
  const sign = result.prices === 'approximate' ? '≈ ' : '';
  const format = {
    power: (mw: number) => `${number(mw)} MW`,
    price: (price: number) => `${sign}${usd(price)}/MWh`,
    units: `${names.period}s`,
  };
  const all = momentsOf(daySeries(payload, result), payload.horizon);
  return html`<ol>${all.map(
    (moment) =>
      html`<li><b>${capitalized(names.periodName(moment.hour))}</b> ${momentSentence(moment, format)}</li>`,
  )}</ol>`;
}

function daySeries({ horizon, loads }: SolvePayload, result: JobResult): DaySeries {
  const hours = Array.from({ length: horizon }, (_, t) => t);
  const totals = (rows: readonly (readonly number[])[]) =>
    hours.map((t) => sum(rows.map((row) => row[t] ?? 0)));
  const prices = Object.values(result.lmp);
  const extreme = (of: (...values: number[]) => number) =>
    prices.length === 0 ? [] : hours.map((t) => of(...prices.map((row) => row[t] ?? 0)));
  return {
    load: totals(loads.map(({ values }) => values)),
    renewable: totals(Object.values(result.renewable_mw ?? {})),
    unserved: totals(Object.values(result.unserved_mw ?? {})),
    curtailed: totals(Object.values(result.curtailment_mw ?? {})),
    low: extreme(Math.min),
    high: extreme(Math.max),
  };
}

const sum = (series: readonly number[] = []): number => series.reduce((total, value) => total + value, 0);

const largestFirst = (rows: Row[], column: number): Row[] =>
  rows.sort((one, other) => Number(other[column]) - Number(one[column]));

function units(payload: SolvePayload, { dispatch_mw, commitment, startup }: JobResult): Html {
  const perHour = intervalsPerHour(payload);
  const rows = payload.generators.map(
    ({ name, bus, ...unit }): Row => [
      name,
      String(bus),
      ratedOf(unit).p_max,
      sum(dispatch_mw[name]) / perHour,
      sum(commitment[name]) / perHour,
      sum(startup[name]),
    ],
  );
  const heads = ['Unit', 'Bus', 'Pmax, MW', 'Energy, MWh', 'On, h', 'Starts'];
  return table('Units', heads, largestFirst(rows, 3));
}

/** One row per line and contingency with binding hours: number of intervals and largest shadow price. */
function bindingLines({ binding_constraints }: JobResult): Html {
  const groups = groupBy(binding_constraints, (each) => `${each.line_id}\n${each.contingency_id ?? ''}`);
  const rows = [...groups.values()].map((group): Row => {
    const [first] = group;
    const price = Math.max(...group.map((each) => Math.abs(each.shadow_price_usd_per_mwh)));
    return [first?.line_id ?? '', first?.contingency_id ?? 'none', first?.limit_mw ?? 0, group.length, price];
  });
  const heads = ['Line', 'After the loss of', 'Limit, MW', 'Intervals', 'Largest shadow price, $/MWh'];
  return table('Lines at their limits', heads, largestFirst(rows, 4));
}

const PRICES = [
  ['lmp', 'LMPs'],
  ['convex_hull', 'convex hull prices'],
] as const;
const EARNINGS = ['Participant', 'Revenue, $', 'Cost, $', 'Uplift, $', 'Make-whole, $'];

/** Earnings of every participant at each kind of prices. */
const settlements = ({ settlement }: JobResult): Html[] =>
  PRICES.map(([kind, name]) => {
    const { participants = [], total_uplift_usd } = settlement?.[kind] ?? {};
    const rows = participants.map((each): Row => {
      const revenue = each.energy_revenue_usd + each.reserve_revenue_usd;
      return [each.name, revenue, each.cost_usd, each.uplift_usd, each.make_whole_payment_usd];
    });
    return table(`Earnings at ${name}: uplift ${usd(total_uplift_usd)}`, EARNINGS, largestFirst(rows, 3));
  });

export const howToCheck = (what: string, hashes: Readonly<Record<string, string>>): Html =>
  html`<h2>How to check this report</h2>
<p>Signed ${what} and public key are inside this file. <code>grid verify report.html --key jwks.json</code>
and the page /verify check it without a server; <code>jwks.json</code> is
<code>/.well-known/jwks.json</code> of the service that signed.</p>
<dl>${Object.entries(hashes).map(([name, is]) => html`<dt>SHA-256: ${name}</dt><dd><code>${is}</code></dd>`)}</dl>`;

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
  total_cost_usd: 'Operating cost, $',
  penalty_usd: 'Penalties, $',
  load_mwh: 'Load, MWh',
  unserved_mwh: 'Not served, MWh',
} as const;
const SUM_NAMES = Object.keys(SUMS) as (keyof typeof SUMS)[];

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
${verdict(isVerified, lost === 0, sentences)}
<h2>Total</h2>${facts(Object.fromEntries(totals))}
${table('Days', ['Day', 'From', 'Status', ...Object.values(SUMS), 'Mean price, $/MWh'], rows)}${warningsOf(printed)}
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
