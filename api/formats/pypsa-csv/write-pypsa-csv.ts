/** Writes a network as a CSV folder that PyPSA imports (`Network.import_from_csv_folder`). */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { isList, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { DcLine, Load, Renewable, Unit } from '../base/network-parts.ts';
import {
  busNames,
  type ExportedNetwork,
  hourTexts,
  type NamedNetwork,
  noteFormulas,
  reportUnsaid,
  widestLimit,
} from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import { type Cell, tableOf, toCsv } from '../tables/write-table.ts';
import { shares, storageRow, storageSeries } from './written-storage.ts';
import { carrierRows, emissionsOf, unitRow } from './written-units.ts';

type Row = Record<string, Cell>;
type NameOf = (id: number) => string;

const SRID = 4326;

export function writePypsaCsv({ name, content }: NamedNetwork): ExportedNetwork {
  const report = reportUnsaid(content, 'pypsa-csv');
  noteFormulas(content, report);
  const bus = busNames(content, report);
  const hours = longestSeries(content);
  const emissions = emissionsOf(content);
  const snapshots = hourTexts(content, hours, 19) ?? numbersTo(hours);
  const { reserves = [], dc_lines = [], generators, renewables = [], storage = [], loads } = content;
  for (const [q] of reserves.entries())
    report.drop('warning', 'reserves', 'Reserve products', ['reserves', q]);
  for (const [list, units] of Object.entries({ generators, renewables }))
    for (const [i, { type, fuel }] of units.entries())
      if (type !== undefined && fuel !== undefined && type !== fuel)
        report.drop('info', 'fuel', 'Fuels of units that have a type', [list, i, 'fuel']);
  const { lines, transformers } = branchRows(content, bus);
  const files = new Map<string, string>([
    ['network.csv', tableOf([{ name, pypsa_version: '0.35.0', srid: SRID }])],
    [
      'snapshots.csv',
      tableOf(snapshots.map((each) => ({ snapshot: each, objective: 1, stores: 1, generators: 1 }))),
    ],
    ['carriers.csv', tableOf(carrierRows(content, emissions))],
    ['buses.csv', tableOf(content.buses.map((each) => busRow(each, bus)))],
  ]);
  const add = (kind: string, rows: readonly Row[]): void => {
    if (rows.length > 0) files.set(`${kind}.csv`, tableOf(rows));
  };
  add('lines', lines);
  add('transformers', transformers);
  const links = dc_lines.map((line, i) => linkRow(line, i, bus, report));
  const thermal = generators.map((unit, i) => unitRow(unit, i, content, emissions, bus, report));
  const others = renewables.map((unit) => renewableRow(unit, bus));
  const stores = storage.map((store, i) => storageRow(store, i, hours, bus, report));
  const demand = loads.map((load, i) => loadRow(load, i, bus));
  add('links', links);
  add('generators', [...thermal, ...others]);
  add('storage_units', stores);
  add('loads', demand);
  const shares = ratingShares(content, report);
  const limits = Object.entries({ lines, transformers }).map(([kind, rows]) => {
    const byLine = rows.map(({ name: id }) => [String(id), shares.get(String(id)) ?? []] as const);
    return [`${kind}-s_max_pu.csv`, new Map(byLine.filter(([, values]) => values.length > 0))] as const;
  });
  for (const [file, series] of [...limits, ...seriesOf(content, hours)]) {
    const columns = [...series.keys()];
    if (columns.length === 0) continue;
    files.set(file, toCsv(['snapshot', ...columns], rowsOf([...series.values()], snapshots)));
  }
  report.keep('hours', 'Snapshots of an hour', hours);
  return { files, report: report.report() };
}

/** Rows of a table of series; a shorter series is repeated. */
function* rowsOf(series: readonly (readonly Cell[])[], snapshots: readonly string[]): Generator<Cell[]> {
  for (const [hour, snapshot] of snapshots.entries())
    yield [snapshot, ...series.map((each) => each[hour % each.length])];
}

/** Snapshot labels without dates: `now` for one hour, else numbers. */
const numbersTo = (hours: number): string[] =>
  hours === 1 ? ['now'] : Array.from({ length: hours }, (_, hour) => String(hour));

const busRow = (
  { id, v_nom_kv, type, area, zone, latitude, longitude }: NetworkContent['buses'][number],
  bus: NameOf,
): Row => ({
  name: bus(id),
  v_nom: v_nom_kv,
  carrier: 'AC',
  x: longitude ?? 0,
  y: latitude ?? 0,
  control: type === 'slack' ? 'Slack' : type.toUpperCase(),
  area,
  zone,
});

/** A branch with a tap or shift, or between two voltages, is written as a transformer, per unit on its rating. */
function branchRows({ lines, buses, base_mva }: NetworkContent, bus: NameOf) {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  const rows = { lines: [] as Row[], transformers: [] as Row[] };
  for (const line of lines) {
    const [kv, other] = [kvOf.get(line.from_bus) ?? 1, kvOf.get(line.to_bus) ?? 1];
    const ohm = kv ** 2 / base_mva;
    const sNom = line.s_nom_mva ?? base_mva;
    const common = {
      name: line.id,
      bus0: bus(line.from_bus),
      bus1: bus(line.to_bus),
      s_nom: sNom,
      s_max_pu: line.s_nom_mva === null ? 'inf' : 1,
      active: line.in_service,
    };
    const isTransformer = line.tap_ratio !== undefined || line.phase_shift_deg !== undefined || kv !== other;
    if (isTransformer)
      rows.transformers.push({
        ...common,
        x: (line.x_pu * sNom) / base_mva,
        r: ((line.r_ohm / ohm) * sNom) / base_mva,
        tap_ratio: line.tap_ratio ?? 1,
        phase_shift: line.phase_shift_deg ?? 0,
      });
    else rows.lines.push({ ...common, x: line.x_pu * ohm, r: line.r_ohm, length: line.length_km ?? 0 });
  }
  return rows;
}

/** Branch -> ratings by hour, as shares of s_nom. An hour without a limit cannot be written. */
function ratingShares({ lines, base_mva }: NetworkContent, report: ReportBuilder): Map<string, number[]> {
  const shares = new Map<string, number[]>();
  const words = 'Hourly ratings with unlimited hours';
  for (const [i, { id, rating_mw_profile: profile = [], s_nom_mva }] of lines.entries()) {
    if (profile.every(Boolean))
      shares.set(
        id,
        profile.map((mw) => Number(mw) / (s_nom_mva ?? base_mva)),
      );
    else report.drop('warning', 'rating_mw_profile', words, ['lines', i, 'rating_mw_profile']);
  }
  return shares;
}

/**
 * Row of a link. Losses and costs are written only for a link that sends power one way: in the other direction they
 * would be gains and revenues.
 */
const linkRow = (line: DcLine, i: number, bus: NameOf, report: ReportBuilder): Row => {
  const { mw: pNom } = widestLimit(line);
  const share = (mw: DcLine['p_min_mw']): Cell => (isList(mw) || pNom === 0 ? 0 : mw / pNom);
  const isOneWay = [line.p_min_mw].flat().every((mw) => mw >= 0);
  const oneWay = (field: 'loss_factor' | 'cost_usd_per_mwh'): number => {
    const value = line[field] ?? 0;
    if (value !== 0 && !isOneWay)
      report.drop('warning', field, 'Losses and costs of DC lines that send both ways', [
        'dc_lines',
        i,
        field,
      ]);
    return isOneWay ? value : 0;
  };
  return {
    name: line.id,
    bus0: bus(line.from_bus),
    bus1: bus(line.to_bus),
    carrier: 'DC',
    p_nom: pNom,
    p_min_pu: share(line.p_min_mw),
    p_max_pu: share(line.p_max_mw),
    efficiency: Number((1 - oneWay('loss_factor')).toPrecision(12)),
    marginal_cost: oneWay('cost_usd_per_mwh'),
    ramp_limit_up: line.ramp_up === undefined ? undefined : line.ramp_up / (pNom || 1),
    ramp_limit_down: line.ramp_down === undefined ? undefined : line.ramp_down / (pNom || 1),
    p_init: line.initial_power_mw,
    active: line.in_service,
  };
};

/** Base of per-unit values, MW, by which the reader multiplies the written shares. */
const mostOf = ({ p_max, p_min = [0] }: Renewable): number =>
  [...p_max, ...p_min].reduce((most, mw) => Math.max(most, mw), 0) || 1;

const renewableRow = (unit: Renewable, bus: NameOf): Row => ({
  name: unit.name,
  bus: bus(unit.bus),
  carrier: unit.type ?? unit.fuel,
  p_nom: mostOf(unit),
  committable: false,
  marginal_cost: meanOf(unit.marginal_cost ?? 0),
});

const loadName = (i: number): string => `load ${i + 1}`;

const loadRow = ({ bus: id, values }: Load, i: number, bus: NameOf): Row => ({
  name: loadName(i),
  bus: bus(id),
  p_set: values.length === 1 ? (values[0] ?? 0) : 0,
});

/** File -> element -> series. Costs, loads, inflow and stored energy are absolute; other series are shares of p_nom. */
function seriesOf(
  { generators, renewables = [], loads, dc_lines = [], storage = [] }: NetworkContent,
  hours: number,
): Map<string, Map<string, readonly Cell[]>> {
  const [most, least, demand] = [
    new Map<string, number[]>(),
    new Map<string, number[]>(),
    new Map<string, number[]>(),
  ];
  for (const { name, p_max, p_max_profile, p_min_profile } of generators) {
    if (p_max_profile) most.set(name, shares(p_max_profile, p_max || 1));
    if (p_min_profile) least.set(name, shares(p_min_profile, p_max || 1));
  }
  for (const unit of renewables) {
    most.set(unit.name, shares(unit.p_max, mostOf(unit)));
    const low = unit.must_take ? unit.p_max : unit.p_min;
    if (low) least.set(unit.name, shares(low, mostOf(unit)));
  }
  for (const [i, { values }] of loads.entries()) if (values.length > 1) demand.set(loadName(i), values);
  return new Map([
    [
      'generators-marginal_cost.csv',
      listsOf([...generators, ...renewables], ({ marginal_cost }) => marginal_cost),
    ],
    ['generators-stand_by_cost.csv', listsOf(generators, ({ no_load_cost }) => no_load_cost)],
    ['generators-ramp_limit_up.csv', rampShares(generators, 'ramp_up')],
    ['generators-ramp_limit_down.csv', rampShares(generators, 'ramp_down')],
    ['generators-p_max_pu.csv', most],
    ['generators-p_min_pu.csv', least],
    ['loads-p_set.csv', demand],
    ['links-p_max_pu.csv', limitShares(dc_lines, 'p_max_mw')],
    ['links-p_min_pu.csv', limitShares(dc_lines, 'p_min_mw')],
    ...storageSeries(storage, hours),
  ]);
}

/** Unit -> list of one of its attributes, for units in which this attribute is a list. */
const listsOf = <U extends { readonly name: string }>(
  units: readonly U[],
  valuesOf: (unit: U) => number | number[] | undefined,
): Map<string, number[]> =>
  new Map(
    units.flatMap((unit) => {
      const values = valuesOf(unit);
      return Array.isArray(values) ? [[unit.name, values] as const] : [];
    }),
  );

/** Unit -> ramps by hour, as shares; an hour without a limit gets the whole range of output. */
const rampShares = (units: readonly Unit[], field: 'ramp_up' | 'ramp_down'): Map<string, number[]> =>
  new Map(
    units.flatMap(({ name, p_max, p_min, [field]: ramps }) =>
      isList(ramps)
        ? [
            [
              name,
              shares(
                ramps.map((mw) => mw ?? p_max - Math.min(0, p_min)),
                p_max || 1,
              ),
            ] as const,
          ]
        : [],
    ),
  );

/** DC line -> limit by hour, for lines whose limit is a list. */
const limitShares = (lines: readonly DcLine[], field: 'p_min_mw' | 'p_max_mw'): Map<string, number[]> =>
  new Map(
    lines.flatMap((line) => {
      const mw = line[field];
      return isList(mw) ? [[line.id, shares(mw, widestLimit(line).mw || 1)] as const] : [];
    }),
  );
