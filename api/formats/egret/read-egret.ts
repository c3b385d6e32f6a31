/**
 * A ModelData file of Egret and Prescient (github.com/grid-parity-exchange/Egret), as JSON -> a network with its series.
 * Knueven et al. 2020, "On Mixed-Integer Programming Formulations for the Unit Commitment Problem".
 */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { DEFAULT_BASE_MVA } from '../../../temporal/case/messages/network-record.ts';
import { JsonObject } from '../base/json-object.ts';
import { checkHorizon, createReport, HOURS_PER_YEAR, type ImportedNetwork } from '../base/report.ts';
import { type Buses, busOf, readBranches, readBuses, readDcBranches } from './grid.ts';
import { readRenewable, readReserves, readStorage } from './other-elements.ts';
import { type Fuels, readThermalUnit } from './thermal-unit.ts';
import { amountOf, amountsOf } from './values.ts';

const MINUTES = 60;
const FREQUENCY_HZ = 60;
/** Choices of a solve, and values that an answer would have. */
const KNOWN = [
  'name',
  'reference_bus_angle',
  'load_mismatch_cost',
  'q_load_mismatch_cost',
  'total_cost',
  'solver',
];

/** Throws `ImportError` with the place of what cannot be read. */
export function readEgret(file: unknown): ImportedNetwork {
  const report = createReport();
  const root = new JsonObject(file, report);
  const elements = root.object('elements');
  const system = root.object('system');
  const { periods, start } = readTime(system);
  const buses = readBuses(elements, system.text('reference_bus', ''));
  const base_mva = amountOf(system, 'baseMVA', DEFAULT_BASE_MVA);
  if (base_mva === 0) system.refuse('baseMVA', 'Should be above 0');
  const lines = readBranches(elements, buses, base_mva);
  const dc_lines = readDcBranches(elements, buses);
  const units = readUnits(elements, buses, periods);
  const loads = readLoads(elements, buses, periods);
  const price = system.has('reserve_shortfall_cost') ? amountOf(system, 'reserve_shortfall_cost') : undefined;
  const reserves = readReserves(system, undefined, periods, price);
  const areas = new Set([...buses.values()].map(({ area }) => area));
  for (const [area, object] of elements.objects('area'))
    if (areas.has(area)) reserves.push(...readReserves(object, area, periods, price));
  report.keep('buses', 'buses with voltage, area and zone', buses.size);
  report.keep('lines', 'branches with impedance, ratings, tap and shift', lines.length);
  report.keep('dc_lines', 'DC branches as flows that are set', dc_lines.length);
  const thermal = 'thermal units with costs, starts, ramps, times and state';
  report.keep('generators', thermal, units.generators.length);
  report.keep('renewables', 'renewables by what is available', units.renewables.length);
  report.keep('storage', 'storage', units.storage.length);
  report.keep('loads', 'loads', loads.length);
  report.keep('reserves', 'reserve products', reserves.length);
  for (const name of KNOWN) system.value(name);
  system.noteUnknown();
  elements.noteUnknown();
  const network: NetworkBody = {
    base_mva,
    nominal_frequency_hz: FREQUENCY_HZ,
    ...(start !== undefined && { series_start: start }),
    buses: [...buses.values()],
    lines,
    dc_lines,
    ...units,
    reserves,
    loads,
  };
  return { network, report: report.report() };
}

/** Hours only; the keys are dates, or mere numbers. */
function readTime(system: JsonObject) {
  const keys = system.value('time_keys');
  const count = Array.isArray(keys) ? keys.length : 1;
  checkHorizon(count, HOURS_PER_YEAR, ['system', 'time_keys']);
  const minutes = system.number('time_period_length_minutes', MINUTES);
  if (minutes !== MINUTES)
    system.refuse('time_period_length_minutes', 'Should be 60, other steps are not read');
  const [first] = Array.isArray(keys) ? keys : [];
  const date = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(String(first));
  return { periods: count, start: date ? `${date[1]}T${date[2]}:00` : undefined };
}

function readUnits(elements: JsonObject, buses: Buses, periods: number) {
  const fuels: Fuels = { byPrice: new Map(), taken: new Map() };
  const generators: NetworkBody['generators'] = [];
  const renewables: NonNullable<NetworkBody['renewables']> = [];
  const storage: NonNullable<NetworkBody['storage']> = [];
  for (const [name, object] of elements.objects('generator')) {
    if (!isIn(object)) continue;
    const named = { name, bus: busOf(object, 'bus', buses) };
    if (object.text('generator_type', 'thermal') === 'renewable')
      renewables.push(readRenewable(object, named, periods));
    else generators.push(readThermalUnit(object, named, periods, fuels));
  }
  for (const [name, object] of elements.objects('storage'))
    if (isIn(object)) storage.push(readStorage(object, { name, bus: busOf(object, 'bus', buses) }));
  return { generators, renewables, storage, fuels: [...fuels.byPrice.values()] };
}

function readLoads(elements: JsonObject, buses: Buses, periods: number): NetworkBody['loads'] {
  const loads: NetworkBody['loads'] = [];
  for (const [, object] of elements.objects('load')) {
    if (isIn(object))
      loads.push({ bus: busOf(object, 'bus', buses), values: amountsOf(object, 'p_load', periods) });
  }
  for (const [, object] of elements.objects('shunt'))
    if (object.number('gs', 0) !== 0)
      object.drop('warning', 'shunt', 'Active power that a shunt takes', 'gs');
  return loads;
}

function isIn(object: JsonObject): boolean {
  const is = object.flag('in_service', true);
  if (!is) object.notes.drop('info', 'out_of_service', 'Elements out of service');
  return is;
}
