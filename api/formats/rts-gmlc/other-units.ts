/**
 * Reads the rows of gen.csv for units without fuel: wind, solar and hydro units as renewables, storage, and units
 * without active power.
 */
import { notBelowZero, outputLimit } from '../base/conventions.ts';
import type { Renewable, Storage } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import type { SeriesBook } from './series-book.ts';

type Named = Pick<Renewable, 'name' | 'bus'>;

const HOURS_PER_DAY = 24;
const MWH_PER_GWH = 1000;

/** Reads a renewable. `most`: bound of an unlimited output, MW. Throws `ImportError` with file, line and column. */
export function readRenewable(
  row: TableRow,
  { name, bus }: Named,
  series: SeriesBook,
  most: () => number,
): Renewable {
  const pMax = outputOf(row, most);
  const available = series.take('Generator', name, 'PMax MW');
  const least = series.take('Generator', name, 'PMin MW');
  if (!available)
    row.change('warning', 'no_series', `${name}: has no series, so PMax MW in every hour`, 'GEN UID');
  const p_max = available ? notBelowZero(available.values, row.at('GEN UID')) : [pMax];
  const mustTake = least !== undefined && least.values === available?.values;
  const pMin = row.amount('PMin MW', 0);
  const lowest = least?.values ?? (pMin > 0 ? p_max.map(() => pMin) : undefined);
  noteLeftOut(row, pMax, OF_FUEL);
  return {
    ...unitOf(row, { name, bus }),
    p_max,
    ...(mustTake && { must_take: true }),
    ...(lowest && !mustTake && { p_min: atMost(row, lowest, p_max) }),
  };
}

const outputOf = (row: TableRow, most: () => number): number =>
  outputLimit(row.rating('PMax MW'), most, row.at('PMax MW'));

/**
 * Columns that have an effect in the service only for units with fuel, each with the largest value that has no effect.
 */
const OF_FUEL: readonly (readonly [column: string, neutral: number])[] = [
  ['FOR', 0],
  ['Scheduled Maint Weeks', 0],
  ['Fuel Price $/MMBTU', 0],
  ['Non Fuel Start Cost $', 0],
  ['Non Fuel Shutdown Cost $', 0],
  ['Min Up Time Hr', 1],
  ['Min Down Time Hr', 1],
];
const OF_SOURCES: typeof OF_FUEL = [...OF_FUEL, ['PMin MW', 0], ['VOM', 0]];
const MINUTES_PER_HOUR = 60;

/**
 * Reports columns that have no counterpart in the service for a unit of this kind. `power`: largest change of output,
 * MW; a ramp above it does not limit the unit.
 */
function noteLeftOut(row: TableRow, power: number, columns: typeof OF_FUEL): void {
  const isSaid = ([column, neutral]: (typeof OF_FUEL)[number]): boolean => {
    const value = row.limit(column, neutral);
    return value < 0 || value > neutral;
  };
  const ramp = row.limit('Ramp Rate MW/Min', 0) * MINUTES_PER_HOUR;
  const columnsLeft = columns.filter(isSaid).map(([column]) => column);
  if (ramp > 0 && ramp < power) columnsLeft.push('Ramp Rate MW/Min');
  for (const column of columnsLeft)
    row.drop('warning', 'unit', `'${column}' of a unit of type ${row.text('Unit Type')}`, column);
}

function atMost(row: TableRow, least: readonly number[], most: readonly number[]): number[] {
  const limit = (hour: number) => most[hour % most.length] ?? 0;
  if (least.some((mw, hour) => mw > limit(hour)))
    row.change('warning', 'least_output', 'The minimum output is limited to the available power', 'GEN UID');
  return least.map((mw, hour) => Math.min(mw, limit(hour)));
}

const unitOf = (row: TableRow, { name, bus }: Named) => {
  const cost = row.number('VOM', 0);
  return {
    name,
    bus,
    type: row.text('Unit Type'),
    fuel: row.text('Fuel'),
    ...(cost !== 0 && { marginal_cost: cost }),
  };
};

/** Unit name -> its rows of storage.csv. */
export type Stores = ReadonlyMap<string, readonly TableRow[]>;

/**
 * Reads a solar thermal unit with a store: the inflow of a day can be delivered at any time of that day, up to PMax MW.
 * The size of the store, the minimum output and startup costs are left out, because a unit of a network is either
 * renewable or committed.
 */
export function readSolarThermal(
  row: TableRow,
  nameAndBus: Named,
  stores: Stores,
  series: SeriesBook,
  most: () => number,
): Renewable {
  const { name } = nameAndBus;
  const heads = (stores.get(name) ?? []).map((store) => store.text('Storage'));
  const inflow = [name, ...heads]
    .map((object) => series.take('Generator', object, 'Natural_Inflow', name))
    .find((candidate) => candidate !== undefined);
  if (!inflow) return readRenewable(row, nameAndBus, series, most);
  const pMax = outputOf(row, most);
  noteLeftOut(row, pMax, OF_FUEL);
  const unit = unitOf(row, nameAndBus);
  row.change(
    'warning',
    'solar_thermal',
    `${name}: delivers the inflow of each day at any time of that day; its store, least output and starts are left out`,
    'GEN UID',
  );
  return {
    ...unit,
    p_max: [pMax],
    energy_limits: { period: 'day', mwh: byDay(notBelowZero(inflow.values, row.at('GEN UID'))) },
  };
}

const byDay = (mw: readonly number[]): number[] =>
  Array.from({ length: Math.ceil(mw.length / HOURS_PER_DAY) }, (_, day) =>
    mw.slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY).reduce((sum, each) => sum + each, 0),
  );

/** Reads a storage. Its energy is the energy of the upper reservoir, or of the battery. */
export function readStorage(row: TableRow, { name, bus }: Named, stores: Stores): Storage {
  const reservoirs = stores.get(name) ?? [];
  const store =
    reservoirs.find((each) => each.optionalText('position')?.toLowerCase() === 'head') ?? reservoirs[0];
  if (!store) return row.refuse('GEN UID', `storage.csv says nothing of ${name}`);
  const energy_mwh = store.amount('Max Volume GWh') * MWH_PER_GWH;
  const initial_mwh = store.amount('Initial Volume GWh') * MWH_PER_GWH;
  if (initial_mwh > energy_mwh) store.refuse('Initial Volume GWh', 'Should be at most Max Volume GWh');
  const discharge_mw = row.amount('PMax MW');
  noteLeftOut(row, discharge_mw, OF_SOURCES);
  return {
    name,
    bus,
    type: row.text('Unit Type'),
    energy_mwh,
    initial_mwh,
    charge_mw: row.optionalNumber('Pump Load MW') === undefined ? discharge_mw : row.amount('Pump Load MW'),
    discharge_mw,
    efficiency: efficiencyOf(row),
  };
}

/** Efficiency in a row, in percent or as a share. */
function efficiencyOf(row: TableRow): number {
  const column = 'Storage Roundtrip Efficiency';
  const stated = row.amount(column);
  const share = stated > 1 ? stated / 100 : stated;
  return share > 0 && share <= 1
    ? share
    : row.refuse(column, `Should be above 0 and at most 100 percent, not ${stated}`);
}
