/** Writes the units of a network as rows of gen.csv and storage.csv. */
import { largestOf, leastLimit, meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { Unit } from '../base/network-parts.ts';
import { firstEnergy, moneyCurve, priceOf, roundTrip } from '../base/network-writing.ts';
import { type Notes, notesAt, type ReportBuilder } from '../base/report.ts';
import type { Cell } from '../tables/write-table.ts';

type Row = Record<string, Cell>;

const MINUTES = 60;
const BTU_PER_MMBTU = 1000;
const LB_PER_T = 1000 / 0.45359237;
const MWH_PER_GWH = 1000;
/** Unit types that units without fuel have in the tables. */
const FREE_TYPES = ['WIND', 'PV', 'RTPV', 'HYDRO', 'ROR', 'CSP'];
const STATES = ['Hot', 'Warm', 'Cold'];

/** Row of a thermal unit. If its costs are in $ and not heat rates, it gets a fuel of 1 $/MMBtu. */
export function unitRow(unit: Unit, i: number, content: NetworkContent, report: ReportBuilder): Row {
  const notes = notesAt(report, 'generators', i);
  const burnt = burntBy(unit, content, notes);
  noteUnit(unit, burnt.curve, notes);
  const ramps = [unit.ramp_up, unit.ramp_down].map((ramp) => leastLimit(ramp) ?? Number.POSITIVE_INFINITY);
  const ramp = Math.min(...ramps);
  return {
    'GEN UID': unit.name,
    'Bus ID': unit.bus,
    'Unit Type': typeOf(unit.type, notes),
    Category: unit.name,
    'MW Inj': unit.initial_status > 0 ? Math.max(1, unit.p_min) : 0,
    'PMax MW': unit.p_max,
    'PMin MW': unit.p_min,
    'Min Down Time Hr': unit.min_downtime,
    'Min Up Time Hr': unit.min_uptime,
    'Ramp Rate MW/Min': Number.isFinite(ramp) ? ramp / MINUTES : 0,
    ...startsOf(unit, burnt.price, notes),
    'Non Fuel Shutdown Cost $': unit.shutdown_cost ?? 0,
    FOR: unit.forced_outage_rate ?? 0,
    'MTTR Hr': unit.mean_time_to_repair_h ?? 0,
    Fuel: burnt.fuel,
    'Fuel Price $/MMBTU': burnt.price,
    'Emissions CO2 Lbs/MMBTU': burnt.co2 * LB_PER_T,
    VOM: burnt.vom,
    ...ratesOf(burnt.curve, unit.p_max),
  };
}

function burntBy(unit: Unit, content: NetworkContent, notes: Notes) {
  if (!unit.heat_rate_curve) {
    notes.change('info', 'fuel', 'Costs are heat rates of a fuel for 1 $/MMBtu');
    const curve = moneyCurve(content, unit).map(({ mw, usd_per_h }) => ({ mw, mmbtu_per_h: usd_per_h }));
    return { curve, fuel: `${unit.fuel ?? 'Fuel'} $`, price: 1, co2: 0, vom: 0 };
  }
  const fuel = content.fuels?.find(({ name }) => name === unit.fuel);
  if (Array.isArray(fuel?.price_usd_per_mmbtu))
    notes.change('warning', 'fuel_price', 'A varying fuel price is replaced by its mean');
  return {
    curve: unit.heat_rate_curve,
    fuel: unit.fuel ?? 'Fuel',
    price: priceOf(content, unit),
    co2: fuel?.co2_t_per_mmbtu ?? 0,
    vom: unit.variable_om_usd_per_mwh ?? 0,
  };
}

/** Unit type of a thermal unit. A type for units without fuel is replaced. */
function typeOf(type: string | undefined, notes: Notes): string {
  if (type !== undefined && ![...FREE_TYPES, 'STORAGE', 'SYNC_COND'].includes(type.toUpperCase()))
    return type;
  notes.change('info', 'type', 'Thermal units without a type are STEAM');
  return 'STEAM';
}

type HeatCurve = readonly { readonly mw: number; readonly mmbtu_per_h: number }[];

function ratesOf(curve: HeatCurve, pMax: number): Row {
  const [first] = curve;
  const row: Row = {
    Output_pct_0: (first?.mw ?? 0) / (pMax || 1),
    HR_avg_0: first && first.mw > 0 ? (first.mmbtu_per_h / first.mw) * BTU_PER_MMBTU : 0,
  };
  for (const [k, { mw, mmbtu_per_h }] of curve.entries()) {
    const before = curve[k - 1];
    if (!before) continue;
    row[`Output_pct_${k}`] = mw / (pMax || 1);
    row[`HR_incr_${k}`] = ((mmbtu_per_h - before.mmbtu_per_h) / (mw - before.mw)) * BTU_PER_MMBTU;
  }
  return row;
}

/** Startup fuel of each state, and a single cost in $ for all states. */
function startsOf(unit: Unit, price: number, notes: Notes): Row {
  const categories = unit.startup_fuel ??
    unit.startup_categories?.map(({ lag_h, cost_usd }) => ({
      lag_h,
      mmbtu: price > 0 ? cost_usd / price : 0,
      usd: 0,
    })) ?? [{ lag_h: 0, mmbtu: 0, usd: meanOf(unit.startup_cost) }];
  if (categories.length > STATES.length || new Set(categories.map(({ usd }) => usd)).size > 1)
    notes.change('warning', 'startup_fuel', 'Starts have three states with one common cost');
  const states = categories.slice(-STATES.length);
  const row: Row = { 'Non Fuel Start Cost $': states.at(-1)?.usd ?? 0 };
  for (const [k, state] of STATES.slice(-states.length).entries()) {
    row[`Start Time ${state} Hr`] = states[k]?.lag_h ?? 0;
    row[`Start Heat ${state} MBTU`] = states[k]?.mmbtu ?? 0;
  }
  return row;
}

function noteUnit(unit: Unit, curve: HeatCurve, notes: Notes): void {
  const change = (code: string, words: string): void => notes.change('warning', code, words);
  const [first] = curve;
  if (first?.mw === 0 && first.mmbtu_per_h > 0) change('no_load', 'Costs at an output of 0 are left out');
  if (leastLimit(unit.ramp_up) !== leastLimit(unit.ramp_down))
    change('ramp', 'Units ramp equally fast up and down, at the slower rate');
  const least = unit.initial_status > 0 ? Math.max(1, unit.min_uptime) : -Math.max(1, unit.min_downtime);
  if (unit.initial_status !== least)
    change('initial_status', 'Units have been on or off for their minimum time');
}

export function otherRows(content: NetworkContent, report: ReportBuilder): Row[] {
  const row = (name: string, bus: number, type: string, mw: number): Row => ({
    'GEN UID': name,
    'Bus ID': bus,
    'Unit Type': type,
    Category: name,
    'PMax MW': mw,
    'PMin MW': 0,
  });
  const renewables = (content.renewables ?? []).map((unit, i): Row => {
    const notes = notesAt(report, 'renewables', i);
    const hasBudget = unit.energy_limits?.period === 'day' && unit.p_max.length === 1;
    if (unit.energy_limits && !hasBudget)
      notes.drop('warning', 'energy_limits', 'Energy limits but those of a day');
    const fuelFreeType = FREE_TYPES.includes(unit.type?.toUpperCase() ?? '') ? (unit.type ?? '') : 'HYDRO';
    const type = hasBudget ? 'CSP' : fuelFreeType;
    if (type !== unit.type) notes.change('info', 'type', `${unit.name} has the type ${type}`);
    return {
      ...row(
        unit.name,
        unit.bus,
        type,
        unit.p_max.reduce((most, mw) => Math.max(most, mw), 0),
      ),
      Fuel: unit.fuel ?? type,
      VOM: meanOf(unit.marginal_cost ?? 0),
    };
  });
  const storage = (content.storage ?? []).map((store, s): Row => {
    if (store.type !== undefined && store.type !== 'STORAGE')
      report.change('info', 'type', 'All storage has the type STORAGE', ['storage', s, 'type']);
    return {
      ...row(store.name, store.bus, 'STORAGE', largestOf(store.discharge_mw)),
      Fuel: 'Storage',
      'Pump Load MW': largestOf(store.charge_mw),
      'Storage Roundtrip Efficiency': roundTrip(store) * 100,
    };
  });
  return [...renewables, ...storage];
}

export const storeRows = ({ storage = [] }: NetworkContent): Row[] =>
  storage.map((store) => ({
    'GEN UID': store.name,
    Storage: `${store.name}_HEAD`,
    'Max Volume GWh': store.energy_mwh / MWH_PER_GWH,
    'Initial Volume GWh': firstEnergy(store) / MWH_PER_GWH,
    position: 'head',
  }));
