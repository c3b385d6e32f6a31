/**
 * Shared parts of the writers of networks: costs in $, series of equal length, and notes on fields that a format cannot
 * express.
 */
import { isList, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { CostCurve } from './cost-curve.ts';
import { isFormula } from './formulas.ts';
import type { DcLine, Unit } from './network-parts.ts';
import { DECIDED_SHIFTS } from './note-unwritten.ts';
import { createReport, type ImportReport, type ReportBuilder } from './report.ts';

/** Input of writers: the elements of a network, and the name under which it is stored. */
export interface NamedNetwork {
  readonly name: string;
  readonly content: NetworkContent;
}

export interface ExportedNetwork {
  /** Path -> text of a file, in the order in which the files are written. */
  readonly files: ReadonlyMap<string, string>;
  readonly report: ImportReport;
}

/** Price of a fuel, $/MMBtu; for a price that varies, its mean, because formats have a single number. */
export function priceOf(content: NetworkContent, { fuel }: Unit): number {
  const price = content.fuels?.find(({ name }) => name === fuel)?.price_usd_per_mmbtu ?? 0;
  const all = [price].flat();
  return all.reduce((sum, usd) => sum + usd, 0) / all.length;
}

/**
 * Production cost, $/h, from minimum to maximum output; computed from heat rates and fuel price if the unit has them.
 * Costs that vary are replaced by their mean.
 */
export function moneyCurve(content: NetworkContent, unit: Unit): CostCurve {
  const { heat_rate_curve, variable_om_usd_per_mwh = 0, cost_curve, p_min, p_max } = unit;
  if (heat_rate_curve) {
    const price = priceOf(content, unit);
    return heat_rate_curve.map(({ mw, mmbtu_per_h }) => ({
      mw,
      usd_per_h: mmbtu_per_h * price + variable_om_usd_per_mwh * mw,
    }));
  }
  if (cost_curve) return cost_curve;
  const ends = p_max > p_min ? [p_min, p_max] : [p_max];
  return ends.map((mw) => ({ mw, usd_per_h: meanOf(unit.no_load_cost) + meanOf(unit.marginal_cost) * mw }));
}

/** Startup cost by hours off, $; the coldest start is last. */
export function moneyTiers(content: NetworkContent, unit: Unit) {
  const { startup_fuel, startup_categories, startup_cost } = unit;
  if (startup_fuel) {
    const price = priceOf(content, unit);
    return startup_fuel.map(({ lag_h, mmbtu, usd }) => ({ lag_h, cost_usd: mmbtu * price + usd }));
  }
  return startup_categories ?? [{ lag_h: 0, cost_usd: meanOf(startup_cost) }];
}

/** True if the unit must run in every hour. */
export const alwaysRuns = ({
  must_run = false,
}: {
  readonly must_run?: boolean | boolean[] | undefined;
}): boolean => [must_run].flat().every(Boolean);

const MS_PER_HOUR = 3_600_000;

/** First hour of all series, ms since 1970 in the calendar of the network; NaN if the network has no date. */
export const firstHour = (start: string | undefined): number =>
  Date.parse(`${start?.slice(0, 10)}T${start?.slice(11, 16) || '00:00'}Z`);

/**
 * Text of each hour, such as `2020-01-01 00:00:00`, cut to `length` characters; undefined if the network has no date.
 */
export function hourTexts({ series_start }: NetworkContent, hours: number, length: number) {
  const start = firstHour(series_start);
  if (Number.isNaN(start)) return undefined;
  const text = (hour: number) => new Date(start + hour * MS_PER_HOUR).toISOString().slice(0, length);
  return Array.from({ length: hours }, (_, hour) => text(hour).replace('T', ' '));
}

/** A series of `hours` values; a shorter series is repeated. Shape [hours]. */
export const stretched = (values: readonly number[], hours: number): number[] =>
  Array.from({ length: hours }, (_, hour) => values[hour % values.length] ?? 0);

type Store = NonNullable<NetworkContent['storage']>[number];

export const roundTrip = ({ efficiency, charge_efficiency = 1, discharge_efficiency = 1 }: Store): number =>
  efficiency ?? charge_efficiency * discharge_efficiency;

/** Initial energy, MWh, for formats that require a number; half of the capacity for a cyclic storage. */
export const firstEnergy = ({ initial_mwh, energy_mwh }: Store): number => initial_mwh ?? energy_mwh / 2;

type Format = 'rts-gmlc' | 'matpower' | 'egret' | 'pypsa-csv';
type Note = readonly [field: string, severity: 'info' | 'warning', words: string, saidBy?: readonly Format[]];

/** Fields of list elements that only the listed formats can express. */
const NOTES: Readonly<Record<string, readonly Note[]>> = {
  generators: [
    ['maintenance', 'warning', 'Planned maintenance'],
    ['forced_outage_rate', 'warning', 'Forced outages', ['rts-gmlc']],
    ['mean_time_to_repair_h', 'warning', 'Times to repair', ['rts-gmlc']],
    ['p_min_profile', 'warning', 'Minimum outputs by hour', ['egret', 'matpower', 'pypsa-csv']],
    ['p_max_profile', 'warning', 'Maximum outputs by hour', ['egret', 'matpower', 'pypsa-csv', 'rts-gmlc']],
    ['must_run', 'warning', 'Units that must run', ['egret', 'pypsa-csv']],
    ['initial_power_mw', 'warning', 'Outputs before the first hour', ['egret']],
    ['startup_ramp', 'warning', 'Limits in the hour of a start', ['egret', 'pypsa-csv']],
    ['shutdown_ramp', 'warning', 'Limits in the hour before a stop', ['egret', 'pypsa-csv']],
    ['co2_t_per_mwh', 'warning', 'CO2 of units', ['pypsa-csv']],
    ['co2_t_per_start', 'warning', 'CO2 of starts'],
    ['energy_limits', 'warning', 'Energy limits of units'],
    ['quick_start_mw', 'warning', 'Reserve of units that are off'],
    ['heat_rate_btu_per_kwh', 'info', 'Heat rates (information only)'],
    ['type', 'info', 'Types of units', ['egret', 'pypsa-csv', 'rts-gmlc']],
    ['fuel', 'info', 'Fuels of units', ['egret', 'pypsa-csv', 'rts-gmlc']],
  ],
  lines: [
    ['penalty_usd_per_mwh', 'warning', 'Penalties that make a rating soft', ['egret']],
    ['rating_mw_profile', 'warning', 'Ratings by the hour', ['pypsa-csv']],
    ['emergency_rating_mw_profile', 'warning', 'Emergency ratings by the hour'],
    ['ratings_mva', 'info', 'Ratings by season'],
    ['length_km', 'info', 'Lengths', ['pypsa-csv', 'rts-gmlc']],
    ['s_emergency_mva', 'warning', 'Emergency ratings', ['egret', 'matpower', 'rts-gmlc']],
  ],
  dc_lines: [
    ['loss_factor', 'warning', 'Losses of DC lines', ['matpower', 'pypsa-csv']],
    ['cost_usd_per_mwh', 'warning', 'Costs of the power of DC lines', ['pypsa-csv']],
    ['ramp_up', 'warning', 'Ramps of DC lines', ['pypsa-csv']],
    ['ramp_down', 'warning', 'Ramps of DC lines', ['pypsa-csv']],
    ['initial_power_mw', 'warning', 'Power of DC lines before the first hour', ['pypsa-csv']],
  ],
  buses: [['latitude', 'info', 'Coordinates of buses', ['pypsa-csv', 'rts-gmlc']]],
  loads: [
    ['actual_values', 'warning', 'Actual values of loads'],
    ['unserved_energy_usd_per_mwh', 'warning', 'Values of lost load of single loads'],
  ],
  renewables: [
    ['actual_p_max', 'warning', 'Actual availability'],
    ['energy_limits', 'warning', 'Energy limits of renewables'],
    ['type', 'info', 'Types of renewables', ['egret', 'pypsa-csv', 'rts-gmlc']],
    ['fuel', 'info', 'Fuels of renewables', ['egret', 'pypsa-csv', 'rts-gmlc']],
  ],
  storage: [
    ['final_mwh', 'warning', 'Least energy at the end', ['egret', 'pypsa-csv']],
    ['final_value_usd_per_mwh', 'warning', 'Value of the energy left at the end'],
    [
      'charge_efficiency',
      'warning',
      'Separate charging and discharging efficiencies, written as one',
      ['egret', 'pypsa-csv'],
    ],
    [
      'discharge_efficiency',
      'warning',
      'Separate charging and discharging efficiencies, written as one',
      ['egret', 'pypsa-csv'],
    ],
    ['standing_loss_per_h', 'warning', 'Losses of stored energy over time', ['egret', 'pypsa-csv']],
    ['charge_cost_usd_per_mwh', 'warning', 'Cost of charging', ['egret']],
    ['discharge_cost_usd_per_mwh', 'warning', 'Cost of discharging', ['egret', 'pypsa-csv']],
    ['min_mwh', 'warning', 'Least energy of storage', ['egret']],
    ['charge_min_mw', 'warning', 'Least charging power', ['egret']],
    ['discharge_min_mw', 'warning', 'Least discharging power', ['egret']],
    ['no_simultaneous', 'warning', 'Charging and discharging in the same hour'],
    ['max_cycles_per_day', 'warning', 'Limits of the cycles of storage'],
    ['energy_limits', 'warning', 'Energy limits of storage'],
    ['inflow_mw', 'warning', 'Inflow of storage', ['pypsa-csv']],
    ['final_max_mwh', 'warning', 'Largest energy at the end', ['pypsa-csv']],
    ['cyclic', 'warning', 'Cyclic storage, written with an initial state of half full', ['pypsa-csv']],
    ['type', 'info', 'Types of storage', ['pypsa-csv', 'rts-gmlc']],
  ],
  reserves: [
    ['demand_curve', 'warning', 'Demand curves of reserve'],
    ['kind', 'warning', 'Kinds of reserve'],
    ['counts_towards', 'warning', 'Reserve that counts towards another product'],
  ],
};

/**
 * Largest power of a DC line over all hours and both directions, MW, and whether this is the limit in each hour and
 * direction.
 */
export function widestLimit({ p_min_mw, p_max_mw }: Pick<DcLine, 'p_min_mw' | 'p_max_mw'>) {
  const [least, most] = [[p_min_mw].flat(), [p_max_mw].flat()];
  const mw = [...least, ...most].reduce((widest, each) => Math.max(widest, Math.abs(each)), 0);
  return { mw, isAlways: least.every((each) => each === -mw) && most.every((each) => each === mw) };
}

const POWER = 'Powers of storage by the hour: the largest';
const COST = 'Costs by the hour: the mean';
const RAMP = 'Ramps by the hour: the least';
const MUST_RUN = 'Must-run hours: none, unless all hours are';
/** Lists that are written as one number: code and text of the note, and the formats that can write the list. */
const LISTS: readonly (readonly [
  list: string,
  field: string,
  code: string,
  words: string,
  except?: readonly Format[],
])[] = [
  ['storage', 'charge_mw', 'storage_power', POWER, ['matpower', 'pypsa-csv']],
  ['storage', 'discharge_mw', 'storage_power', POWER, ['matpower', 'pypsa-csv']],
  ['generators', 'marginal_cost', 'cost_by_hour', COST, ['pypsa-csv']],
  ['renewables', 'marginal_cost', 'cost_by_hour', COST, ['pypsa-csv']],
  [
    'lines',
    'penalty_usd_per_mwh',
    'penalty_by_hour',
    'Penalties by the hour: the mean',
    ['matpower', 'pypsa-csv', 'rts-gmlc'],
  ],
  ['generators', 'no_load_cost', 'cost_by_hour', COST, ['pypsa-csv']],
  ['generators', 'startup_cost', 'cost_by_hour', COST],
  ['generators', 'must_run', 'must_run_by_hour', MUST_RUN],
  ['generators', 'ramp_up', 'ramp_by_hour', RAMP, ['pypsa-csv']],
  ['generators', 'ramp_down', 'ramp_by_hour', RAMP, ['pypsa-csv']],
];

function noteLists(content: NetworkContent, format: Format, report: ReportBuilder): void {
  for (const [list, field, code, words, except = []] of LISTS) {
    if (except.includes(format)) continue;
    for (const [i, item] of (Reflect.get(content, list) ?? []).entries())
      if (isList(Reflect.get(item, field))) report.change('warning', code, words, [list, i, field]);
  }
}

/** Notes lists that few formats have. */
function noteOwnLists(content: NetworkContent, format: Format, report: ReportBuilder): void {
  if (content.interfaces?.length && format !== 'egret')
    report.drop('warning', 'interfaces', 'Limits of interfaces', ['interfaces']);
  if (content.phase_shifters?.length)
    report.drop('warning', 'phase_shifters', DECIDED_SHIFTS, ['phase_shifters']);
  if (content.bids?.length && format !== 'egret') report.drop('warning', 'bids', 'Bids', ['bids']);
  if (content.demand_response?.length)
    report.drop('warning', 'demand_response', 'Demand response', ['demand_response']);
}

/**
 * True if a field has content that a format must express. For `no_simultaneous`, this is false instead of true, because
 * storage usually cannot charge and discharge at once.
 */
const isSaid = (value: unknown, field: string): boolean =>
  field === 'no_simultaneous' ? value === false : Boolean(value);

/** Report of all content that the format cannot express. */
export function reportUnsaid(content: NetworkContent, format: Format): ReportBuilder {
  const report = createReport();
  for (const [list, notes] of Object.entries(NOTES))
    for (const [field, severity, words, saidBy = []] of notes) {
      if (saidBy.includes(format)) continue;
      for (const [i, item] of (Reflect.get(content, list) ?? []).entries())
        if (isSaid(Reflect.get(item, field), field)) report.drop(severity, field, words, [list, i, field]);
    }
  noteLists(content, format, report);
  noteOwnLists(content, format, report);
  if (content.time_zone !== undefined) report.drop('info', 'time_zone', 'The time zone', ['time_zone']);
  return report;
}

/** Notes the names before which CSV tables put an apostrophe. */
export function noteFormulas(content: NetworkContent, report: ReportBuilder): void {
  const words = 'Text that a spreadsheet would run as a formula is preceded by an apostrophe';
  for (const [list, items] of Object.entries(content))
    for (const [i, item] of Array.isArray(items) ? items.entries() : [])
      for (const [field, text] of Object.entries(item))
        if (typeof text === 'string' && isFormula(text))
          report.change('info', 'formula', words, [list, i, field]);
}

/** Unique names of buses, as a map number -> name. */
export function busNames({ buses }: NetworkContent, report: ReportBuilder): (id: number) => string {
  const names = new Map<number, string>();
  const used = new Set<string>();
  for (const [i, { id, name }] of buses.entries()) {
    const unique = used.has(name) ? `${name} ${id}` : name;
    if (unique !== name)
      report.change('info', 'bus_name', 'Buses of one name have their numbers', ['buses', i, 'name']);
    used.add(unique);
    names.set(id, unique);
  }
  return (id) => names.get(id) ?? String(id);
}
