/** A network -> a ModelData file of Egret (github.com/grid-parity-exchange/Egret), as JSON. */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import {
  busNames,
  type ExportedNetwork,
  type NamedNetwork,
  reportUnsaid,
  stretched,
} from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import { writeReserves } from './write-reserves.ts';
import { toUnit } from './written-units.ts';

const SAYS = [
  'generators.p_min_profile',
  'generators.p_max_profile',
  'generators.must_run',
  'generators.initial_power_mw',
  'generators.startup_ramp',
  'generators.shutdown_ramp',
  'generators.type',
  'generators.fuel',
  'lines.penalty_usd_per_mwh',
  'lines.s_emergency_mva',
  'buses.area',
  'buses.zone',
  'renewables.marginal_cost',
  'renewables.type',
  'renewables.fuel',
];
const MS_PER_HOUR = 3_600_000;

type Elements = Record<string, Record<string, unknown>>;

export function writeEgret({ name, content }: NamedNetwork): ExportedNetwork {
  const report = reportUnsaid(content, SAYS);
  const hours = longestSeries(content);
  const bus = busNames(content, report);
  const values = seriesOf(hours);
  const kv = new Map(content.buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  const elements: Elements = {
    bus: Object.fromEntries(content.buses.map((each) => [bus(each.id), toBus(each)])),
    branch: Object.fromEntries(
      content.lines.map((line) => [
        line.id,
        toBranch(line, content.base_mva, kv.get(line.from_bus) ?? 1, bus),
      ]),
    ),
    dc_branch: Object.fromEntries(
      (content.dc_lines ?? []).map((line, i) => [line.id, toDcBranch(line, i, bus, report)]),
    ),
    storage: Object.fromEntries((content.storage ?? []).map((store) => [store.name, toStorage(store, bus)])),
  };
  const loads: [name: string, load: object][] = [];
  for (const [i, load] of content.loads.entries()) {
    loads.push([`load ${i + 1}`, { bus: bus(load.bus), in_service: true, p_load: values(load.values) }]);
  }
  elements['load'] = Object.fromEntries(loads);
  const units: [name: string, unit: object][] = [];
  for (const [i, unit] of content.generators.entries()) {
    units.push([unit.name, toUnit(unit, i, content, { bus, values, report })]);
  }
  for (const unit of content.renewables ?? []) {
    units.push([unit.name, toRenewable(unit, bus, values)]);
  }
  elements['generator'] = Object.fromEntries(units);
  const { system, area } = writeReserves(content, values, report);
  elements['area'] = area;
  const reference = content.buses.find(({ type }) => type === 'slack');
  const file = {
    elements,
    system: {
      name,
      baseMVA: content.base_mva,
      ...(reference && { reference_bus: bus(reference.id), reference_bus_angle: 0 }),
      time_keys: timeKeys(content, hours),
      time_period_length_minutes: 60,
      ...system,
    },
  };
  report.keep('hours', 'Hours of all series', hours);
  return { files: new Map([[`${name}.json`, JSON.stringify(file)]]), report: report.report() };
}

type Values = (
  values: readonly number[],
) => number | { readonly data_type: string; readonly values: number[] };

/** A number where nothing varies, else one value per hour. */
const seriesOf =
  (hours: number): Values =>
  (values) =>
    hours === 1 || values.length === 1
      ? (values[0] ?? 0)
      : { data_type: 'time_series', values: stretched(values, hours) };

function timeKeys({ series_start }: NetworkContent, hours: number): string[] {
  const start = Date.parse(`${series_start?.slice(0, 10)}T${series_start?.slice(11, 16) || '00:00'}Z`);
  return Array.from({ length: hours }, (_, hour) =>
    Number.isNaN(start)
      ? String(hour + 1)
      : new Date(start + hour * MS_PER_HOUR).toISOString().slice(0, 16).replace('T', ' '),
  );
}

type Bus = NetworkContent['buses'][number];
type NameOf = (id: number) => string;

const toBus = ({ id, v_nom_kv, type, area, zone }: Bus) => ({
  id,
  base_kv: v_nom_kv,
  matpower_bustype: type === 'slack' ? 'ref' : type.toUpperCase(),
  ...(area !== undefined && { area }),
  ...(zone !== undefined && { zone }),
});

/** `kv`: voltage of the reactance. */
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
    ...(line.penalty_usd_per_mwh !== undefined && { violation_penalty: line.penalty_usd_per_mwh }),
  };
}

function toDcBranch(
  line: NonNullable<NetworkContent['dc_lines']>[number],
  i: number,
  bus: NameOf,
  report: ReportBuilder,
) {
  const most = Math.max(Math.abs(line.p_min_mw), Math.abs(line.p_max_mw));
  if (line.p_min_mw !== -most || line.p_max_mw !== most)
    report.change('warning', 'dc_limits', 'A DC line has one limit for both ways', ['dc_lines', i]);
  return {
    from_bus: bus(line.from_bus),
    to_bus: bus(line.to_bus),
    in_service: line.in_service,
    rating_long_term: most,
  };
}

type Store = NonNullable<NetworkContent['storage']>[number];

const toStorage = (store: Store, bus: NameOf) => ({
  bus: bus(store.bus),
  energy_capacity: store.energy_mwh,
  max_charge_rate: store.charge_mw,
  max_discharge_rate: store.discharge_mw,
  charge_efficiency: store.efficiency,
  discharge_efficiency: 1,
  initial_state_of_charge: store.energy_mwh > 0 ? store.initial_mwh / store.energy_mwh : 0,
});

const toRenewable = (
  unit: NonNullable<NetworkContent['renewables']>[number],
  bus: NameOf,
  values: Values,
) => ({
  generator_type: 'renewable',
  bus: bus(unit.bus),
  in_service: true,
  p_max: values(unit.p_max),
  p_min: values(unit.must_take ? unit.p_max : (unit.p_min ?? [0])),
  ...(unit.marginal_cost !== undefined && { p_cost: unit.marginal_cost }),
  ...(unit.type !== undefined && { unit_type: unit.type }),
  ...(unit.fuel !== undefined && { fuel: unit.fuel }),
});
