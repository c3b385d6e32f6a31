/** Reads gen.csv and storage.csv. Each row becomes a generator, a renewable or a storage, or a note. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { addUnit, noUnits } from '../base/consumer.ts';
import type { Unit } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import { type AreaBus, busIn } from './buses-and-lines.ts';
import { readRenewable, readSolarThermal, readStorage } from './other-units.ts';
import type { SeriesBook } from './series-book.ts';
import { type Fuel, readThermalUnit } from './thermal-unit.ts';

/** Unit Type -> kind of unit; units of all other types burn fuel. */
const KINDS = new Map<string, 'renewable' | 'solar thermal' | 'storage' | 'none'>([
  ['WIND', 'renewable'],
  ['PV', 'renewable'],
  ['RTPV', 'renewable'],
  ['HYDRO', 'renewable'],
  ['ROR', 'renewable'],
  ['CSP', 'solar thermal'],
  ['STORAGE', 'storage'],
  ['SYNC_COND', 'none'],
]);
const kindOf = (row: TableRow) => KINDS.get(row.text('Unit Type').toUpperCase()) ?? 'thermal';

const T_PER_LB = 0.45359237 / 1000;

/** Reads all units. `most`: bound of an unlimited output, MW. Throws `ImportError` with file, line and column. */
export function readUnits(
  rows: readonly TableRow[],
  stores: readonly TableRow[],
  buses: ReadonlyMap<number, AreaBus>,
  series: SeriesBook,
  most: () => number,
) {
  const fuels = readFuels(rows.filter((row) => kindOf(row) === 'thermal'));
  const units = noUnits<Unit>();
  const renewables: NonNullable<NetworkBody['renewables']> = [];
  const storage: NonNullable<NetworkBody['storage']> = [];
  const names = new Set<string>();
  const byUnit = groupBy(stores, (store) => store.text('GEN UID'));
  for (const row of rows) {
    const uid = row.text('GEN UID');
    const name = row.takeName('GEN UID', uid, names, `Unit ${uid}`);
    const nameAndBus = { name, bus: busIn(row, 'Bus ID', buses) };
    const kind = kindOf(row);
    const fuel = fuels.get(row);
    if (kind !== 'storage' && row.limit('PMax MW', 0) <= 0 && row.number('PMin MW', 0) < 0)
      addUnit(consumer(row, nameAndBus), units, row.at('PMin MW'));
    else if (fuel) addUnit(readThermalUnit(row, nameAndBus, fuel, series, most), units, row.at('PMax MW'));
    else if (kind === 'renewable') renewables.push(readRenewable(row, nameAndBus, series, most));
    else if (kind === 'solar thermal')
      renewables.push(readSolarThermal(row, nameAndBus, byUnit, series, most));
    else if (kind === 'storage') storage.push(readStorage(row, nameAndBus, byUnit));
    else row.drop('info', 'no_power', `${name}: gives reactive power only`, 'Unit Type');
  }
  noteStores(stores, names, storage);
  const { generators, loads, sources } = units;
  return {
    generators,
    loads,
    renewables: [...renewables, ...sources],
    storage,
    fuels: [...new Set(fuels.values())],
  };
}

/** A unit that only consumes. It has no fuel; its marginal cost is the value of the column VOM. */
const consumer = (row: TableRow, nameAndBus: Pick<Unit, 'name' | 'bus'>): Unit => ({
  ...nameAndBus,
  p_max: row.number('PMax MW'),
  p_min: row.number('PMin MW'),
  marginal_cost: row.number('VOM', 0),
  no_load_cost: 0,
  startup_cost: 0,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 0,
  min_downtime: 0,
  initial_status: 1,
});

/** Reports reservoirs that are left out because the output of their unit is a series. */
function noteStores(
  stores: readonly TableRow[],
  names: ReadonlySet<string>,
  storage: readonly { readonly name: string }[],
): void {
  const stored = new Set(storage.map(({ name }) => name));
  for (const store of stores) {
    const name = store.text('GEN UID');
    if (!names.has(name)) store.refuse('GEN UID', `There is no unit ${name}`);
    if (!stored.has(name))
      store.drop('warning', 'reservoir', 'Reservoirs of units that follow series', 'GEN UID');
  }
}

/**
 * Row of a thermal unit -> its fuel. Rows with equal fuels share one fuel; a fuel name with several prices or emission
 * rates gives one fuel per unit type.
 */
function readFuels(rows: readonly TableRow[]): Map<TableRow, Fuel> {
  const kinds = [...groupBy(rows, (row) => JSON.stringify(fuelOf(row))).values()];
  const counts = groupBy(kinds, ([row]) => row?.text('Fuel'));
  const byRow = new Map<TableRow, Fuel>();
  /** Name -> number of fuels with that name so far. */
  const usedNames = new Map<string, number>();
  for (const alike of kinds) {
    const [row] = alike;
    if (!row) continue;
    const { fuel, price, co2 } = fuelOf(row);
    const name = counts.get(fuel)?.length === 1 ? fuel : freeName(row, usedNames);
    if (name !== fuel)
      row.change('info', 'fuel', `${name} is a fuel of its own, as its price or its CO2 differs`, 'Fuel');
    const kind = { name, price_usd_per_mmbtu: price, ...(co2 > 0 && { co2_t_per_mmbtu: co2 }) };
    for (const each of alike) byRow.set(each, kind);
  }
  return byRow;
}

const fuelOf = (row: TableRow) => ({
  price: row.amount('Fuel Price $/MMBTU'),
  co2: row.amount('Emissions CO2 Lbs/MMBTU', 0) * T_PER_LB,
  fuel: row.text('Fuel'),
});

/** Unused name for one of the fuels that share a name: `Oil/CT`, `Oil/STEAM`, `Oil/STEAM 2`. */
function freeName(row: TableRow, usedNames: Map<string, number>): string {
  const name = `${row.text('Fuel')}/${row.text('Unit Type')}`;
  const n = (usedNames.get(name) ?? 0) + 1;
  usedNames.set(name, n);
  return n === 1 ? name : `${name} ${n}`;
}
