/** Writes the first hour of a network as a MATPOWER case (version 2 of `caseformat`). */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { leastLimit, meanOf, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import {
  type ExportedNetwork,
  moneyCurve,
  moneyTiers,
  type NamedNetwork,
  reportUnsaid,
} from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';

const TYPES = { pq: 1, pv: 2, slack: 3 } as const;
/** Number of ramp intervals in an hour: ramp fields of the file are in MW per 30 minutes. */
const RAMPS_PER_HOUR = 2;

type Cells = readonly (string | number)[];

export function writeMatpower({ name, content }: NamedNetwork): ExportedNetwork {
  const report = reportUnsaid(content, 'matpower');
  noteLost(content, report);
  const units = unitsOf(content);
  const text = [
    `function mpc = ${functionName(name)}`,
    "mpc.version = '2';",
    `mpc.baseMVA = ${content.base_mva};`,
    matrix('bus', busRows(content, report)),
    matrix(
      'gen',
      units.map(({ gen }) => gen),
    ),
    matrix('gencost', padded(units.map(({ cost }) => cost))),
    matrix('branch', branchRows(content)),
    matrix('dcline', dcRows(content, report)),
    '',
  ].join('\n');
  return { files: new Map([[`${name}.m`, text]]), report: report.report() };
}

const functionName = (name: string): string => `case_${name.replace(/\W+/g, '_').slice(0, 50)}`;

const matrix = (name: string, rows: readonly Cells[]): string =>
  rows.length === 0 ? '' : `mpc.${name} = [\n${rows.map((row) => `  ${row.join(' ')};\n`).join('')}];`;

function noteLost(content: NetworkContent, report: ReportBuilder): void {
  const hours = longestSeries(content);
  if (hours > 1) report.drop('warning', 'series', `All hours but the first of ${hours}`, ['loads']);
  report.change('info', 'names', 'Units, lines and buses have numbers instead of names', ['generators']);
  for (const list of ['storage', 'reserves'] as const)
    for (const [i] of (content[list] ?? []).entries())
      report.drop('warning', list, `All of ${list}`, [list, i]);
  for (const [i, unit] of content.generators.entries()) {
    if (unit.min_uptime > 1 || unit.min_downtime > 1)
      report.drop('warning', 'times', 'Minimum up and down times', ['generators', i]);
    if (moneyTiers(content, unit).length > 1)
      report.change('warning', 'startup_cost', 'Every start costs as much as the coldest', ['generators', i]);
    if (unit.heat_rate_curve) report.change('info', 'fuel', 'Heat rates are costs', ['generators', i]);
  }
}

/**
 * Rows of buses, with the total load at each bus in MW. The format requires numbers for areas and zones; any other text
 * becomes 1.
 */
function busRows(content: NetworkContent, report: ReportBuilder): Cells[] {
  const demand = new Map<number, number>();
  for (const { bus, values } of content.loads) demand.set(bus, (demand.get(bus) ?? 0) + (values[0] ?? 0));
  return content.buses.map(({ id, type, v_nom_kv, area, zone }, i) => {
    const number = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 1);
    if ([area, zone].some((text) => text !== undefined && String(number(text)) !== text))
      report.drop('info', 'area', 'Names of areas and zones that are not numbers', ['buses', i]);
    return [
      id,
      TYPES[type],
      demand.get(id) ?? 0,
      0,
      0,
      0,
      number(area),
      1,
      0,
      v_nom_kv,
      number(zone),
      1.1,
      0.9,
    ];
  });
}

/** Rows of units and their costs: [2, startup, shutdown, n, coefficients], or [1, startup, shutdown, n, points]. */
function unitsOf(content: NetworkContent): { readonly gen: Cells; readonly cost: Cells }[] {
  const gen = (bus: number, pg: number, pMax: number, pMin: number, ramp = 0): Cells => [
    ...[bus, pg, 0, 0, 0, 1, content.base_mva, 1, pMax, pMin],
    ...[0, 0, 0, 0, 0, 0, 0, 0, ramp / RAMPS_PER_HOUR, 0, 0],
  ];
  const thermal = content.generators.map((unit) => {
    const [most, least] = [unit.p_max_profile?.[0] ?? unit.p_max, unit.p_min_profile?.[0] ?? unit.p_min];
    const curve = moneyCurve(content, unit);
    const start = moneyTiers(content, unit).at(-1)?.cost_usd ?? 0;
    const points = curve.flatMap(({ mw, usd_per_h }) => [mw, usd_per_h]);
    const model =
      curve.length > 1
        ? [1, start, unit.shutdown_cost ?? 0, curve.length, ...points]
        : [2, start, unit.shutdown_cost ?? 0, 1, curve[0]?.usd_per_h ?? 0];
    return { gen: gen(unit.bus, least, most, least, leastLimit(unit.ramp_up) ?? 0), cost: model };
  });
  const free = (content.renewables ?? []).map(({ bus, p_max, p_min, must_take, marginal_cost = 0 }) => {
    const most = p_max[0] ?? 0;
    const least = must_take ? most : (p_min?.[0] ?? 0);
    return { gen: gen(bus, least, most, least), cost: [2, 0, 0, 2, meanOf(marginal_cost), 0] };
  });
  return [...thermal, ...free];
}

/** Pads the rows of a matrix to equal length. */
function padded(rows: readonly Cells[]): Cells[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => [...row, ...new Array<number>(width - row.length).fill(0)]);
}

function branchRows({ lines, buses, base_mva }: NetworkContent): Cells[] {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return lines.map((line) => {
    const r = (line.r_ohm * base_mva) / (kvOf.get(line.from_bus) ?? 1) ** 2;
    const [rating, emergency] = [line.s_nom_mva ?? 0, line.s_emergency_mva ?? 0];
    const ends = [line.from_bus, line.to_bus];
    const ratio = [line.tap_ratio ?? 0, line.phase_shift_deg ?? 0, Number(line.in_service)];
    return [...ends, r, line.x_pu, 0, rating, rating, emergency, ...ratio, -360, 360];
  });
}

/**
 * Rows of DC lines. The format states losses as a share of the power from from_bus to to_bus, so losses are omitted for
 * a line that sends power in both directions.
 */
const dcRows = ({ dc_lines = [] }: NetworkContent, report: ReportBuilder): Cells[] =>
  dc_lines.map(({ from_bus, to_bus, p_min_mw, p_max_mw, loss_factor = 0, in_service }, i) => {
    const [least = 0, most = 0] = [valueAt(p_min_mw, 0), valueAt(p_max_mw, 0)];
    const isOneWay = least >= 0;
    if (loss_factor > 0 && !isOneWay)
      report.drop('warning', 'dc_losses', 'Losses of DC lines that send both ways', [
        'dc_lines',
        i,
        'loss_factor',
      ]);
    return [
      ...[from_bus, to_bus, Number(in_service), 0, 0, 0, 0, 1, 1],
      ...[least, most, 0, 0, 0, 0, 0, isOneWay ? loss_factor : 0],
    ];
  });
