/**
 * Writes a payload as an instance of UnitCommitment.jl, version 0.4 of its "JSON data format", or 0.5 if units have
 * shutdown costs.
 */

import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { perInterval } from '../../../temporal/case/arithmetic/per-interval.ts';
import { isDown, mostByResponse } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { isList, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Bid, Interface, Line, Load, SolvePayload, Storage } from '../../../temporal/case/schema.ts';
import { UNLIMITED_MW } from '../base/conventions.ts';
import { noteUnwritten } from '../base/note-unwritten.ts';
import { createReport, type Exported, type Notes, notesAt, type ReportBuilder } from '../base/report.ts';
import { MW_PER_DEGREE } from './read-lines.ts';
import { writeUnit } from './write-unit.ts';

type Item = Record<string, unknown>;
type Section = Record<string, Item>;
type Limit = number | number[];

/** Least magnitude of a reactance that the service accepts, pu. */
const SMALLEST_REACTANCE = 1e-6;
/** Price of an overload, $/MWh, for lines whose limit is hard in the payload. */
const HARD_LIMIT_PRICE = 1e6;

export function writeUnitCommitmentJl(original: SolvePayload): Exported {
  const report = createReport();
  const payload = perInterval(original);
  const perHour = intervalsPerHour(original);
  if (perHour < 1)
    report.change('warning', 'time_step', 'A time step is longer than an hour: only this service reads it', [
      'interval_minutes',
    ]);
  const { horizon: periods, generators } = payload;
  const reserves = (payload.reserves ?? []).filter((product) => !isDown(product));
  const fixed = groupBy(payload.fixed_commitment ?? [], ({ generator }) => generator);
  const stops = generators.some(({ shutdown_cost = 0 }) => shutdown_cost > 0);
  const units = new Map<string, Item>();
  for (const [i, unit] of generators.entries()) {
    const products = reserves
      .filter((product) => mostByResponse(product, unit, 0) > 0)
      .map(({ name }) => name);
    const fixedHours = fixed.get(unit.name) ?? [];
    const written = writeUnit(
      unit,
      { periods, products, given: fixedHours },
      notesAt(report, 'generators', i),
    );
    units.set(unit.name, inHours(written, perHour));
  }
  addProfiledUnits(units, payload);
  const lines = writeLines(payload, report);
  noteUnwritten(payload, report, [
    'shutdown_cost',
    'fixed_commitment',
    'cost_by_hour',
    'must_run_by_hour',
    'interfaces',
    'bids',
  ]);
  const file = {
    Parameters: {
      Version: stops ? '0.5' : '0.4',
      ...horizonOf(original),
      ...balancePenalty(payload, report),
    },
    Buses: buses(payload),
    Generators: Object.fromEntries(units),
    ...(payload.bids && { 'Price-sensitive loads': priceSensitiveLoads(payload.bids, report) }),
    'Storage units': toSection(
      payload.storage,
      ({ name }) => name,
      (unit) => inHours(storageUnit(unit), perHour),
    ),
    'Transmission lines': Object.fromEntries(lines),
    ...(payload.interfaces?.length && { Interfaces: interfaces(payload, lines, report) }),
    Contingencies: contingencies(payload, lines),
    Reserves: toSection(
      reserves,
      ({ name }) => name,
      ({ mw, penalty_usd_per_mwh: price, demand_curve: curve }) => ({
        Type: 'spinning',
        'Amount (MW)': mw,
        'Shortfall penalty ($/MW)': price ?? curve?.[0]?.usd_per_mwh ?? -1,
      }),
    ),
  };
  for (const [name, section] of Object.entries(file))
    report.keep(name.toLowerCase().replaceAll(' ', '_'), name, Object.keys(section).length);
  return { file, report: report.report() };
}

function addProfiledUnits(units: Map<string, Item>, { renewables = [] }: SolvePayload): void {
  for (const { name, bus, p_min, p_max, marginal_cost } of renewables)
    units.set(units.has(name) ? `${name} (renewable)` : name, {
      Bus: `b${bus}`,
      Type: 'Profiled',
      'Minimum power (MW)': p_min,
      'Maximum power (MW)': p_max,
      'Cost ($/MW)': marginal_cost ?? 0,
    });
}

function writeLines(payload: SolvePayload, report: ReportBuilder): Map<string, Item> {
  const lines = new Map<string, Item>();
  for (const [l, line] of (payload.transmission_lines ?? []).entries()) {
    const notes = notesAt(report, 'transmission_lines', l);
    if (line.in_service !== false) lines.set(line.id, writeLine(line, notes));
    else notes.drop('info', 'out_of_service', 'Lines out of service');
  }
  return lines;
}

/** Writes a line. Each limit gets a penalty, because the format has no hard limits. */
function writeLine(line: Line, notes: Notes): Item {
  const sign = line.x_pu < 0 ? -1 : 1;
  const { normal: rating, emergency } = writtenLimits(line);
  const isLimited = emergency !== undefined;
  if (isLimited && line.penalty_usd_per_mwh === undefined) {
    const message = `A hard limit of a line gets a price: ${HARD_LIMIT_PRICE} $/MWh over it`;
    notes.change('warning', 'hard_limit', message);
  }
  if (line.phase_shift_deg) notes.drop('warning', 'phase_shift', 'Phase shift of a line', 'phase_shift_deg');
  if (line.r_pu) notes.drop('warning', 'resistance', 'Resistance, which matters to losses only');
  return {
    'Source bus': `b${line.from_bus}`,
    'Target bus': `b${line.to_bus}`,
    'Susceptance (S)': MW_PER_DEGREE / (sign * Math.max(Math.abs(line.x_pu), SMALLEST_REACTANCE)),
    ...(rating !== undefined && { 'Normal flow limit (MW)': rating }),
    ...(isLimited && {
      'Emergency flow limit (MW)': emergency,
      'Flow limit penalty ($/MW)': line.penalty_usd_per_mwh ?? HARD_LIMIT_PRICE,
    }),
  };
}

/**
 * Limits of a line, MW; by hour if its ratings are lists. Null and 0 mean no limit, but an emergency rating of 0 means
 * the normal rating.
 */
function writtenLimits(line: Line): { normal?: Limit; emergency?: Limit } {
  const { rating_mw: rating, emergency_rating_mw: after } = line;
  const normal = isList(rating) ? rating.map((mw) => mw || UNLIMITED_MW) : rating || undefined;
  const afterOutage = (t: number): number =>
    isList(after) && after[t] === null
      ? UNLIMITED_MW
      : valueAt(after, t) || (normal !== undefined && valueAt(normal, t)) || UNLIMITED_MW;
  const lists = [rating, after].find((mw) => isList(mw));
  const emergency = lists ? lists.map((_, t) => afterOutage(t)) : (!isList(after) && after) || normal;
  return { ...(normal !== undefined && { normal }), ...(emergency !== undefined && { emergency }) };
}

/** Horizon in hours, or in minutes if it is not a whole number of hours. */
function horizonOf({ horizon, interval_minutes = 60 }: SolvePayload): Item {
  if (interval_minutes === 60) return { 'Time horizon (h)': horizon };
  const minutes = horizon * interval_minutes;
  const length =
    minutes % 60 === 0 ? { 'Time horizon (h)': minutes / 60 } : { 'Time horizon (min)': minutes };
  return { ...length, 'Time step (min)': interval_minutes };
}

/**
 * Converts fields in numbers of steps to hours and MWh. All other fields are per step or in MW, so they do not change.
 */
function inHours(item: Item, perHour: number): Item {
  if (perHour === 1) return item;
  const said = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(said);
    return typeof value === 'number' ? value / perHour : value;
  };
  const fields = Object.entries(item).map(([name, value]) => [
    name,
    /\((?:MW)?h\)$/.test(name) ? said(value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** Blocks of demand that may be served in part. */
function priceSensitiveLoads(bids: readonly Bid[], report: ReportBuilder): Section {
  const loads = bids.flatMap(({ name, bus, kind, blocks, all_or_nothing, min_up_h }, b) => {
    if (kind === 'supply' || all_or_nothing || min_up_h !== undefined) {
      report.drop('warning', 'bids', 'Bids of supply, and bids that are accepted whole', ['bids', b]);
      return [];
    }
    return blocks.map(({ mw, usd_per_mwh }, k): [string, Item] => [
      k === 0 ? name : `${name} (block ${k + 1})`,
      { Bus: `b${bus}`, 'Demand (MW)': mw, 'Revenue ($/MW)': usd_per_mwh },
    ]);
  });
  return Object.fromEntries(loads);
}

const toSection = <T>(
  items: readonly T[] | undefined,
  nameOf: (item: T) => string,
  write: (item: T) => Item,
): Section => Object.fromEntries((items ?? []).map((item) => [nameOf(item), write(item)]));

/** Penalty of load not served: the format always allows load not served, at a price. */
function balancePenalty({ options }: SolvePayload, report: ReportBuilder): Item {
  const price = options?.unserved_energy_usd_per_mwh;
  if (price === undefined) {
    const message = `Load that must be served gets a price: ${HARD_LIMIT_PRICE} $/MWh that is not`;
    report.change('warning', 'hard_balance', message, ['options']);
  }
  return { 'Power balance penalty ($/MW)': price ?? HARD_LIMIT_PRICE };
}

/** Writes the buses. Loads at the same bus are added. */
function buses({ horizon, loads, ...elements }: SolvePayload): Section {
  const { generators, renewables = [], storage = [], bids = [], transmission_lines: lines = [] } = elements;
  const ends = lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]);
  const placed = [...generators, ...renewables, ...storage, ...bids, ...loads].map(({ bus }) => bus);
  const atBus = new Map([...placed, ...ends].map((bus): [number, Load[]] => [bus, []]));
  for (const load of loads) atBus.get(load.bus)?.push(load);
  return Object.fromEntries(
    [...atBus].map(([bus, here]) => {
      const total = Array.from({ length: horizon }, (_, t) =>
        here.reduce((sum, { values }) => sum + (values[t] ?? 0), 0),
      );
      return [`b${bus}`, { 'Load (MW)': here.length > 0 ? total : 0 }];
    }),
  );
}

/** Writes interfaces of lines in the base case; other interfaces cannot be written. */
function interfaces(
  payload: SolvePayload,
  written: ReadonlyMap<string, unknown>,
  report: ReportBuilder,
): Section {
  const items = [...(payload.interfaces ?? []).entries()].filter(([i, { contingency, dc_lines = [] }]) => {
    const notes = notesAt(report, 'interfaces', i);
    if (contingency !== undefined)
      notes.drop('warning', 'flowgate', 'Limits after a contingency', 'contingency');
    else if (dc_lines.length > 0)
      notes.drop('warning', 'dc_interface', 'Interfaces with DC lines', 'dc_lines');
    return contingency === undefined && dc_lines.length === 0;
  });
  return toSection(
    items.map(([, item]) => item),
    ({ id }) => id,
    ({ lines, p_min_mw, p_max_mw, penalty_usd_per_mwh }) => ({
      Lines: Object.fromEntries(
        lines.filter(({ id }) => written.has(id)).map(({ id, factor }) => [id, factor]),
      ),
      ...limitOf('Net flow upper limit (MW)', p_max_mw, UNLIMITED_MW),
      ...limitOf('Net flow lower limit (MW)', p_min_mw, -UNLIMITED_MW),
      'Flow limit penalty ($/MW)': penalty_usd_per_mwh ?? -1,
    }),
  );
}

/** Limit of an interface as a field. An hour without a limit gets a limit that no flow can reach. */
const limitOf = (field: string, mw: Interface['p_min_mw'], unlimited: number): Item => {
  if (isList(mw)) return { [field]: mw.map((value) => value ?? unlimited) };
  return mw === undefined || mw === null ? {} : { [field]: mw };
};

const storageUnit = (unit: Storage): Item => ({
  Bus: `b${unit.bus}`,
  'Maximum level (MWh)': unit.energy_mwh,
  'Allow simultaneous charging and discharging': unit.no_simultaneous === false,
  'Charge cost ($/MW)': unit.charge_cost_usd_per_mwh ?? 0,
  'Discharge cost ($/MW)': unit.discharge_cost_usd_per_mwh ?? 0,
  'Charge efficiency': unit.efficiency ?? unit.charge_efficiency ?? 1,
  'Discharge efficiency': unit.discharge_efficiency ?? 1,
  ...(unit.standing_loss_per_h && { 'Loss factor': unit.standing_loss_per_h }),
  ...(unit.min_mwh !== undefined && { 'Minimum level (MWh)': unit.min_mwh }),
  ...(unit.charge_min_mw !== undefined && { 'Minimum charge rate (MW)': unit.charge_min_mw }),
  ...(unit.discharge_min_mw !== undefined && { 'Minimum discharge rate (MW)': unit.discharge_min_mw }),
  'Maximum charge rate (MW)': unit.charge_mw,
  'Maximum discharge rate (MW)': unit.discharge_mw,
  'Initial level (MWh)': unit.initial_mwh ?? unit.energy_mwh / 2,
  ...(unit.final_mwh !== undefined && { 'Last period minimum level (MWh)': unit.final_mwh }),
  ...(unit.final_max_mwh !== undefined && { 'Last period maximum level (MWh)': unit.final_max_mwh }),
});

function contingencies(payload: SolvePayload, written: ReadonlyMap<string, unknown>): Section {
  const enabled = (payload.contingencies ?? []).filter((contingency) => contingency.enabled !== false);
  return toSection(
    enabled,
    ({ id }) => id,
    ({ lines = [], generators = [] }) => ({
      'Affected lines': lines.filter((id) => written.has(id)),
      'Affected generators': generators,
    }),
  );
}
