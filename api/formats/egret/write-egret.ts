/** Writes a network as a ModelData file of Egret (github.com/grid-parity-exchange/Egret), as JSON. */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { isList, largestOf, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { DcLine, Interface, Renewable, Storage } from '../base/network-parts.ts';
import {
  busNames,
  type ExportedNetwork,
  firstEnergy,
  hourTexts,
  type NamedNetwork,
  reportUnsaid,
  stretched,
  widestLimit,
} from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import { toUnit, writeReserves } from './written-units.ts';

type NetworkBid = NonNullable<NetworkContent['bids']>[number];
type Elements = Record<string, Record<string, unknown>>;

export function writeEgret({ name, content }: NamedNetwork): ExportedNetwork {
  const report = reportUnsaid(content, 'egret');
  const hours = longestSeries(content);
  const bus = busNames(content, report);
  const values = seriesOf(hours);
  const kv = new Map(content.buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  const {
    buses,
    lines,
    dc_lines = [],
    interfaces = [],
    storage = [],
    loads,
    generators,
    renewables = [],
    bids = [],
  } = content;
  const bidNames = new Set(bids.map((bid) => bid.name));
  const elements: Elements = {
    bus: byName(buses, (each) => [bus(each.id), toBus(each)]),
    branch: byName(lines, (line) => [
      line.id,
      toBranch(line, content.base_mva, kv.get(line.from_bus) ?? 1, bus),
    ]),
    dc_branch: byName(dc_lines, (line, i) => [line.id, toDcBranch(line, i, bus, report)]),
    ...(interfaces.length > 0 && {
      interface: byName(interfaces, (item, i) => [item.id, toInterface(item, i, values, report)]),
    }),
    storage: byName(storage, (store, s) => [store.name, toStorage(store, bus, s, report)]),
    load: {
      ...byName(loads, (load, i) => [
        `load ${i + 1}${bidNames.has(`load ${i + 1}`) ? ', fixed' : ''}`,
        { bus: bus(load.bus), in_service: true, p_load: values(load.values) },
      ]),
      ...pricedLoads(bids, bus, values, report),
    },
    generator: {
      ...byName(generators, (unit, i) => [unit.name, toUnit(unit, i, content, { bus, values, report })]),
      ...byName(renewables, (unit) => [unit.name, toRenewable(unit, bus, values)]),
    },
  };
  const { system, area } = writeReserves(content, values, report);
  elements['area'] = area;
  const reference = content.buses.find(({ type }) => type === 'slack');
  const file = {
    elements,
    system: {
      name,
      baseMVA: content.base_mva,
      ...(reference && { reference_bus: bus(reference.id), reference_bus_angle: 0 }),
      time_keys: hourTexts(content, hours, 16) ?? numbersTo(hours),
      time_period_length_minutes: 60,
      ...system,
    },
  };
  report.keep('hours', 'Hours of all series', hours);
  return { files: new Map([[`${name}.json`, JSON.stringify(file)]]), report: report.report() };
}

const byName = <T>(items: readonly T[], entry: (item: T, i: number) => [name: string, element: object]) =>
  Object.fromEntries(items.map(entry));

type Values = (
  values: readonly number[],
) => number | { readonly data_type: string; readonly values: number[] };

/** Writes a constant series as a single number, any other as one value per hour. */
const seriesOf =
  (hours: number): Values =>
  (values) =>
    hours === 1 || values.length === 1
      ? (values[0] ?? 0)
      : { data_type: 'time_series', values: stretched(values, hours) };

const numbersTo = (hours: number): string[] => Array.from({ length: hours }, (_, hour) => String(hour + 1));

type Bus = NetworkContent['buses'][number];
type NameOf = (id: number) => string;

const toBus = ({ id, v_nom_kv, type, area, zone }: Bus) => ({
  id,
  base_kv: v_nom_kv,
  matpower_bustype: type === 'slack' ? 'ref' : type.toUpperCase(),
  ...(area !== undefined && { area }),
  ...(zone !== undefined && { zone }),
});

/** Converts a line. `kv`: base voltage of the reactance. */
function toBranch(line: NetworkContent['lines'][number], base_mva: number, kv: number, bus: NameOf) {
  const isTransformer = line.tap_ratio !== undefined || line.phase_shift_deg !== undefined;
  return {
    from_bus: bus(line.from_bus),
    to_bus: bus(line.to_bus),
    in_service: line.in_service,
    branch_type: isTransformer ? 'transformer' : 'line',
    resistance: (line.r_ohm * base_mva) / kv ** 2,
    reactance: line.x_pu,
    ...(line.s_nom_mva !== null && { rating_long_term: line.s_nom_mva }),
    ...(line.s_emergency_mva !== undefined && { rating_short_term: line.s_emergency_mva }),
    ...(isTransformer && {
      transformer_tap_ratio: line.tap_ratio ?? 1,
      transformer_phase_shift: line.phase_shift_deg ?? 0,
    }),
    ...(line.penalty_usd_per_mwh !== undefined && { violation_penalty: meanOf(line.penalty_usd_per_mwh) }),
  };
}

function toDcBranch(line: DcLine, i: number, bus: NameOf, report: ReportBuilder) {
  const { mw: most, isAlways } = widestLimit(line);
  if (!isAlways)
    report.change('warning', 'dc_limits', 'A DC line has one limit for both ways', ['dc_lines', i]);
  return {
    from_bus: bus(line.from_bus),
    to_bus: bus(line.to_bus),
    in_service: line.in_service,
    rating_long_term: most,
  };
}

/** Writes each block of a bid of demand as a load with a price; bids of supply cannot be written. */
function pricedLoads(bids: readonly NetworkBid[], bus: NameOf, values: Values, report: ReportBuilder) {
  const loads = bids.flatMap(({ name, kind, blocks, ...bid }, i) => {
    if (kind === 'supply') report.drop('warning', 'bids', 'Bids of supply', ['bids', i]);
    return blocks.flatMap(({ mw, usd_per_mwh }, k) => {
      const element = { p_load: values([mw].flat()), p_price: values([usd_per_mwh].flat()) };
      const id = blocks.length > 1 ? `${name}, block ${k + 1}` : name;
      return kind === 'supply' ? [] : [[id, { bus: bus(bid.bus), in_service: true, ...element }] as const];
    });
  });
  return Object.fromEntries(loads);
}

/** Converts an interface. Hourly limits that are null in some hours cannot be written. */
function toInterface(item: Interface, i: number, values: Values, report: ReportBuilder) {
  const { id: _, lines, dc_lines = [], p_min_mw, p_max_mw, penalty_usd_per_mwh } = item;
  const note = (field: string, words: string) =>
    report.drop('warning', 'interfaces', words, ['interfaces', i, field]);
  if (dc_lines.length > 0) note('dc_lines', 'DC lines in an interface');
  const limit = (field: 'p_min_mw' | 'p_max_mw', name: string, mw: Interface['p_min_mw']) => {
    if (mw === undefined || mw === null) return {};
    const limits = [mw].flat().filter((value) => value !== null);
    if (limits.length === [mw].flat().length) return { [name]: values(limits) };
    note(field, 'Limits of interfaces that are null in some hours');
    return {};
  };
  return {
    lines: lines.map(({ id }) => id),
    line_orientation: lines.map(({ factor }) => factor),
    ...limit('p_min_mw', 'minimum_limit', p_min_mw),
    ...limit('p_max_mw', 'maximum_limit', p_max_mw),
    ...(penalty_usd_per_mwh !== undefined && { violation_penalty: penalty_usd_per_mwh }),
  };
}

type Store = Storage;

/** Minimum state of charge and minimum powers of a storage, which Egret has as numbers; lists are dropped. */
function leastOf(store: Store, s: number, report: ReportBuilder) {
  const field = (name: 'min_mwh' | 'charge_min_mw' | 'discharge_min_mw', written: string, per = 1) => {
    const { [name]: value } = store;
    if (isList(value)) {
      const words = 'Least energies and powers of storage by the hour';
      report.drop('warning', 'storage_least', words, ['storage', s, name]);
      return {};
    }
    return value === undefined || per === 0 ? {} : { [written]: value / per };
  };
  return {
    ...field('min_mwh', 'minimum_state_of_charge', store.energy_mwh),
    ...field('charge_min_mw', 'min_charge_rate'),
    ...field('discharge_min_mw', 'min_discharge_rate'),
  };
}

const toStorage = (store: Store, bus: NameOf, s: number, report: ReportBuilder) => ({
  bus: bus(store.bus),
  energy_capacity: store.energy_mwh,
  max_charge_rate: largestOf(store.charge_mw),
  max_discharge_rate: largestOf(store.discharge_mw),
  ...leastOf(store, s, report),
  charge_efficiency: store.efficiency ?? store.charge_efficiency ?? 1,
  discharge_efficiency: store.discharge_efficiency ?? 1,
  ...(store.charge_cost_usd_per_mwh && { charge_cost: store.charge_cost_usd_per_mwh }),
  ...(store.discharge_cost_usd_per_mwh && { discharge_cost: store.discharge_cost_usd_per_mwh }),
  ...(store.standing_loss_per_h && { retention_rate_60min: 1 - store.standing_loss_per_h }),
  initial_state_of_charge: store.energy_mwh > 0 ? firstEnergy(store) / store.energy_mwh : 0,
  end_state_of_charge: store.energy_mwh > 0 ? (store.final_mwh ?? 0) / store.energy_mwh : 0,
});

const toRenewable = (unit: Renewable, bus: NameOf, values: Values) => ({
  generator_type: 'renewable',
  bus: bus(unit.bus),
  in_service: true,
  p_max: values(unit.p_max),
  p_min: values(unit.must_take ? unit.p_max : (unit.p_min ?? [0])),
  ...(unit.marginal_cost !== undefined && { p_cost: meanOf(unit.marginal_cost) }),
  ...(unit.type !== undefined && { unit_type: unit.type }),
  ...(unit.fuel !== undefined && { fuel: unit.fuel }),
});
