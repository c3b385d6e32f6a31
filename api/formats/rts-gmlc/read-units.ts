/** gen.csv and storage.csv: every row becomes a unit of one of three lists, or a note why it does not. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { TableRow } from '../tables/table-row.ts';
import { type AreaBus, busIn } from './buses-and-lines.ts';
import { type Fuel, readFuels } from './fuels.ts';
import { readRenewable, readSolarThermal, readStorage } from './other-units.ts';
import type { SeriesBook } from './series-book.ts';
import { readThermalUnit } from './thermal-unit.ts';

/** Unit Type -> how it is read; all others burn fuel. */
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

export interface Units {
  readonly generators: NetworkBody['generators'];
  readonly renewables: NonNullable<NetworkBody['renewables']>;
  readonly storage: NonNullable<NetworkBody['storage']>;
  readonly fuels: Fuel[];
}

/** Throws `ImportError` with file, line and column. */
export function readUnits(
  rows: readonly TableRow[],
  stores: readonly TableRow[],
  buses: ReadonlyMap<number, AreaBus>,
  series: SeriesBook,
  report: ReportBuilder,
): Units {
  const fuels = readFuels(
    rows.filter((row) => kindOf(row) === 'thermal'),
    report,
  );
  const units: Units = { generators: [], renewables: [], storage: [], fuels: [...new Set(fuels.values())] };
  const names = new Set<string>();
  const byUnit = groupBy(stores, (store) => store.text('GEN UID'));
  for (const row of rows) {
    const name = row.text('GEN UID');
    if (names.has(name)) row.refuse('GEN UID', `Unit ${name} is there twice`);
    names.add(name);
    const named = { name, bus: busIn(row, 'Bus ID', buses) };
    const kind = kindOf(row);
    const fuel = fuels.get(row);
    if (fuel) units.generators.push(readThermalUnit(row, named, fuel, series, report));
    else if (kind === 'renewable') units.renewables.push(readRenewable(row, named, series, report));
    else if (kind === 'solar thermal')
      units.renewables.push(readSolarThermal(row, named, byUnit, series, report));
    else if (kind === 'storage') units.storage.push(readStorage(row, named, byUnit));
    else report.drop('info', 'no_power', `${name}: gives reactive power only`, row.place('Unit Type'));
  }
  keepCounts(units, report);
  noteStores(stores, names, units, report);
  return units;
}

function keepCounts({ generators, renewables, storage }: Units, report: ReportBuilder): void {
  const what = 'with heat rates, starts by hours off, ramps, least times and forced outages';
  for (const [type, count] of countTypes(generators))
    report.keep('thermal_units', `Units of type ${type} ${what}`, count);
  for (const [type, count] of countTypes(renewables))
    report.keep('renewables', `Units of type ${type} by what is available`, count);
  report.keep('storage', 'Storage with energy, powers and efficiency', storage.length);
}

function countTypes(units: readonly { readonly type?: string | undefined }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type = '' } of units) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/** Reservoirs of units whose energy is in their series. */
function noteStores(
  stores: readonly TableRow[],
  names: ReadonlySet<string>,
  { storage }: Units,
  report: ReportBuilder,
): void {
  const own = new Set(storage.map(({ name }) => name));
  for (const store of stores) {
    const name = store.text('GEN UID');
    if (!names.has(name)) store.refuse('GEN UID', `There is no unit ${name}`);
    if (!own.has(name))
      report.drop('warning', 'reservoir', 'Reservoirs of units that follow series', store.place('GEN UID'));
  }
}
