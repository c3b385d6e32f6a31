/**
 * Reads a ModelData file of Egret and Prescient (github.com/grid-parity-exchange/Egret), in JSON, as a network with its
 * series. Knueven et al. 2020, "On Mixed-Integer Programming Formulations for the Unit Commitment Problem".
 */
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { DEFAULT_BASE_MVA } from '../../../temporal/case/network-schema.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import { highest, leaveOut, readLabels } from '../base/conventions.ts';
import { JsonObject } from '../base/json-object.ts';
import {
  checkHorizon,
  createReport,
  HOURS_PER_YEAR,
  ImportError,
  type ImportedNetwork,
  notesAt,
} from '../base/report.ts';
import {
  AC,
  type Buses,
  busOf,
  isIn,
  readBranches,
  readBuses,
  readDcBranches,
  readInterfaces,
} from './grid.ts';
import { isRenewable, readRenewable, readReserves, readStorage } from './other-elements.ts';
import { type Fuels, readThermalUnit } from './thermal-unit.ts';
import { amountOf, amountsOf, valuesOf } from './values.ts';

const MINUTES = 60;
const FREQUENCY_HZ = 60;
/** Fields that are solver options or results. */
const SOLVING = [
  'name',
  'reference_bus_angle',
  'q_load_mismatch_cost',
  'total_cost',
  'solver',
  'time_indices',
];

/** Reads a network. Throws `ImportError` with the place of an unreadable value. */
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
  const interfaces = readInterfaces(elements, lines, periods);
  const { fixed, bids } = readLoads(elements, buses, periods);
  const most = bids.map(({ bus, blocks }) => ({ bus, values: blocks.flatMap(({ mw }) => mw) }));
  const units = readUnits(elements, buses, periods, [...fixed, ...most]);
  const { consumers, ...others } = units;
  const loads = [...fixed, ...consumers.loads];
  const renewables = [...units.renewables, ...consumers.sources];
  const price = system.has('reserve_shortfall_cost') ? amountOf(system, 'reserve_shortfall_cost') : undefined;
  const reserves = readReserves(system, undefined, periods, price);
  const areas = new Set([...buses.values()].map(({ area }) => area));
  for (const [area, object] of elements.objects('area'))
    if (areas.has(area)) reserves.push(...readReserves(object, area, periods, price));
  report.keep('buses', 'buses with voltage, area and zone', buses.size);
  report.keep('lines', 'branches with impedance, ratings, tap and shift', lines.length);
  report.keep('dc_lines', 'DC branches with scheduled flow', dc_lines.length);
  const thermal = 'thermal units with costs, starts, ramps, times and state';
  report.keep('generators', thermal, consumers.generators.length);
  report.keep('renewables', 'renewables with available power', renewables.length);
  report.keep('storage', 'storage', units.storage.length);
  report.keep('loads', 'loads', loads.length);
  report.keep('reserves', 'reserve products', reserves.length);
  report.keep('bids', 'loads with a price, as bids', bids.length);
  system.skip('solving', 'Options of a solve, and results', SOLVING);
  if (system.has('load_mismatch_cost'))
    system.drop('warning', 'balance_penalty', 'Price of load not served', 'load_mismatch_cost');
  root.noteUnread('Not read:');
  const network: NetworkBody = {
    base_mva,
    nominal_frequency_hz: FREQUENCY_HZ,
    ...(start !== undefined && { series_start: start }),
    buses: [...buses.values()],
    lines,
    dc_lines,
    ...(interfaces.length > 0 && { interfaces }),
    ...others,
    generators: consumers.generators,
    renewables,
    reserves,
    loads,
    ...(bids.length > 0 && { bids }),
  };
  return { network, report: report.report() };
}

/** Reads the time keys, which are dates or plain labels; only hourly steps are supported. */
function readTime(system: JsonObject) {
  const keys = system.value('time_keys');
  const count = Array.isArray(keys) ? keys.length : 1;
  checkHorizon(count, HOURS_PER_YEAR, ['system', 'time_keys']);
  const minutes = system.number('time_period_length_minutes', MINUTES);
  if (minutes !== MINUTES)
    system.refuse('time_period_length_minutes', 'Should be 60, other steps are not read');
  const labels = (Array.isArray(keys) ? keys : []).map((key: unknown, i) => {
    const place = [...system.place('time_keys'), i];
    const refuse = (message: string): never => {
      throw new ImportError(place, message);
    };
    return { text: String(key), notes: notesAt(system.report, ...place), refuse };
  });
  const { stepHours, start } = readLabels(labels);
  if (stepHours !== 1) labels[1]?.refuse('Should be one hour after the one before, other steps are not read');
  return { periods: count, start };
}

/** Reads the units. `loads`: all loads except the loads that replace consuming units. */
function readUnits(elements: JsonObject, buses: Buses, periods: number, loads: NetworkBody['loads']) {
  const fuels: Fuels = { byPrice: new Map(), taken: new Map() };
  const consumers = noUnits<NetworkBody['generators'][number]>();
  const renewables: NonNullable<NetworkBody['renewables']> = [];
  const storage: NonNullable<NetworkBody['storage']> = [];
  const stores = elements.objects('storage');
  const most = () =>
    stores
      .filter(([, object]) => isIn(object, buses, 'bus'))
      .reduce((sum, [, object]) => sum + amountOf(object, 'max_charge_rate'), highest(loads));
  for (const [name, object] of elements.objects('generator')) {
    if (!takesPart(object, buses)) continue;
    const nameAndBus = { name, bus: busOf(object, 'bus', buses) };
    notePlace(object, buses);
    if (isRenewable(object)) renewables.push(readRenewable(object, nameAndBus, periods, most));
    else addUnit(readThermalUnit(object, nameAndBus, periods, fuels, most), consumers, object.notes);
  }
  for (const [name, object] of stores)
    if (takesPart(object, buses))
      storage.push(readStorage(object, { name, bus: busOf(object, 'bus', buses) }));
  return { consumers, renewables, storage, fuels: [...fuels.byPrice.values()] };
}

type Bids = NonNullable<NetworkBody['bids']>;

/** Reads the loads. One with `p_price` is served up to `p_load` where that is worth its price: a bid. */
function readLoads(elements: JsonObject, buses: Buses, periods: number) {
  const loads: NetworkBody['loads'] = [];
  const bids: Bids = [];
  for (const [name, object] of elements.objects('load').filter(([, each]) => takesPart(each, buses))) {
    if (hasPrice(object)) {
      bids.push(toBid(name, object, buses, periods));
      continue;
    }
    const mw = valuesOf(object, 'p_load', periods);
    const values = mw.length === 1 ? new Array<number>(periods).fill(mw[0] ?? 0) : mw;
    loads.push({ bus: busOf(object, 'bus', buses), values });
    object.skip('ac', AC, LOAD_AC);
  }
  for (const [, object] of elements.objects('shunt').filter(([, each]) => takesPart(each, buses))) {
    const mw = object.number('gs', 0);
    if (mw !== 0) loads.push({ bus: busOf(object, 'bus', buses), values: [mw] });
    object.skip('ac', AC, ['bus', 'bs', 'shunt_type']);
  }
  return { fixed: loads, bids };
}

const LOAD_AC = ['q_load', 'area', 'zone', 'p_load_shed', 'payment_revenue'];

/** True for a load whose price is stated; `null` means none. */
const hasPrice = (object: JsonObject): boolean => (object.value('p_price') ?? null) !== null;

function toBid(name: string, object: JsonObject, buses: Buses, periods: number): Bids[number] {
  const oneOrMany = (values: number[]) => (values.length === 1 ? (values[0] ?? 0) : values);
  object.skip('ac', AC, LOAD_AC);
  return {
    name,
    bus: busOf(object, 'bus', buses),
    kind: 'demand',
    blocks: [
      {
        mw: oneOrMany(amountsOf(object, 'p_load', periods)),
        usd_per_mwh: oneOrMany(valuesOf(object, 'p_price', periods)),
      },
    ],
  };
}

function takesPart(object: JsonObject, buses: Buses): boolean {
  const is = isIn(object, buses, 'bus');
  if (!is) leaveOut(object.notes);
  return is;
}

/** Reports a unit whose area differs from the area of its bus: the service assigns units to areas by their buses. */
function notePlace(object: JsonObject, buses: Buses): void {
  const bus = buses.get(object.text('bus'));
  for (const field of ['area', 'zone'] as const)
    if (object.has(field) && String(object.value(field)) !== bus?.[field])
      object.drop('warning', 'place', `A unit in another ${field} than its bus`, field);
}
