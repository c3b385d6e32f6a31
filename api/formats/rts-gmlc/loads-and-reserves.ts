/** The load of areas, spread over their buses, and reserve products with those who may give them. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { Load, Reserve } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import { type AreaBus, plainNumber } from './buses-and-lines.ts';
import type { SeriesBook } from './series-book.ts';

/** Loads are rounded to 1 W, which halves what is stored. */
const PER_MW = 1e6;
/** The tables name no price of a shortage, and without one a short hour has no schedule at all. */
const SHORTAGE_USD_PER_MWH = 4000;
const SECONDS_PER_MINUTE = 60;
/** Hours of all loads together, as many as a JSON body may have values: one series may be spread over very many buses. */
const MAX_VALUES = 4_000_000;
/** Characters of a list of areas or categories. */
const MAX_LIST = 10_000;

/** Buses share the load of their area as their MW Load does. */
export function readLoads(buses: ReadonlyMap<number, AreaBus>, series: SeriesBook): Load[] {
  const loads: Load[] = [];
  const shunts = [...buses.values()].flatMap(({ bus, shuntMw }): Load[] =>
    shuntMw === 0 ? [] : [{ bus: bus.id, values: [shuntMw] }],
  );
  let values = 0;
  for (const [area, members] of groupBy(buses.values(), (bus) => bus.area)) {
    const found = series.take('Area', area, 'MW Load', `${area}.0`);
    const total = members.reduce((sum, { loadMw }) => sum + loadMw, 0);
    const [first] = members;
    if (found && first && total === 0)
      first.row.refuse('MW Load', `No bus of area ${area} has a share of its load`);
    for (const { bus, loadMw, row } of members.filter((member) => member.loadMw !== 0)) {
      if (!found) noteConstant(row);
      values += found?.values.length ?? 1;
      if (values > MAX_VALUES)
        row.refuse('MW Load', `The loads of all buses have more than ${MAX_VALUES} values`);
      const own = found?.values.map((mw) => Math.round((mw * loadMw * PER_MW) / total) / PER_MW);
      loads.push({ bus: bus.id, values: own ?? [loadMw] });
    }
  }
  return [...loads, ...shunts];
}

const noteConstant = (row: TableRow): void =>
  row.change('warning', 'no_series', 'The load of an area without a series is constant', 'MW Load');

/** A unit as a product sees it. */
interface Provider {
  readonly name: string;
  readonly area: string;
  readonly category: string;
}

/** The units of gen.csv that are in the network. */
export const toProviders = (
  rows: readonly TableRow[],
  buses: ReadonlyMap<number, AreaBus>,
  names: ReadonlySet<string>,
): Provider[] =>
  rows
    .filter((row) => names.has(row.text('GEN UID')))
    .map((row) => ({
      name: row.text('GEN UID'),
      area: buses.get(row.integer('Bus ID'))?.area ?? '',
      category: (row.optionalText('Category') ?? '').toLowerCase(),
    }));

/** Throws `ImportError`: names that stand twice or point nowhere, products that nobody can give. */
export function readReserves(
  rows: readonly TableRow[],
  providers: readonly Provider[],
  series: SeriesBook,
): Reserve[] {
  const names = new Set<string>();
  const byArea = groupBy(providers, ({ area }) => area);
  return rows.map((row): Reserve => {
    const product = row.text('Reserve Product');
    const name = row.takeName('Reserve Product', product, names, `Product ${product}`);
    const seconds = row.amount('Timeframe (sec)');
    const constant = row.amount('Requirement (MW)');
    const found = series.take('Reserve', name, 'Requirement');
    row.change(
      'warning',
      'shortage_price',
      `A shortage of reserve costs ${SHORTAGE_USD_PER_MWH} $/MWh, as the tables have no price`,
      'Reserve Product',
    );
    return {
      name,
      direction: directionOf(row),
      mw: found ? notNegative(row, found.values) : constant,
      ...eligible(row, providers, byArea),
      ...(seconds > 0 && { response_min: seconds / SECONDS_PER_MINUTE }),
      penalty_usd_per_mwh: SHORTAGE_USD_PER_MWH,
    };
  });
}

function directionOf(row: TableRow): 'up' | 'down' {
  const text = row.text('Direction').toLowerCase();
  return text === 'up' || text === 'down'
    ? text
    : row.refuse('Direction', `Should be Up or Down, not ${text}`);
}

function notNegative(row: TableRow, values: readonly number[]): number[] {
  const hour = values.findIndex((mw) => mw < 0);
  return hour < 0 ? [...values] : row.refuse('Reserve Product', `Its requirement of hour ${hour} is below 0`);
}

/** By area and category of units, as a list of names; the product keeps the areas as well. */
function eligible(
  row: TableRow,
  providers: readonly Provider[],
  byArea: ReadonlyMap<string, readonly Provider[]>,
): Pick<Reserve, 'areas' | 'providers'> {
  const [regions, categories] = ['Eligible Regions', 'Eligible Device SubCategories'] as const;
  const areas = listOf(row, regions).map((name) => plainNumber(name) ?? name);
  const unknown = areas.find((area) => !byArea.has(area));
  if (unknown !== undefined) row.refuse(regions, `No unit is in area ${unknown}`);
  const kinds = listOf(row, categories).map((kind) => kind.toLowerCase());
  const all = new Set(providers.map(({ category }) => category));
  for (const kind of kinds.filter((each) => !all.has(each)))
    row.drop('warning', 'no_provider', `No unit is of category ${kind}`, categories);
  const wanted = { areas: new Set(areas), kinds: new Set(kinds) };
  const able = providers.filter(
    ({ area, category }) =>
      (areas.length === 0 || wanted.areas.has(area)) && (kinds.length === 0 || wanted.kinds.has(category)),
  );
  if (able.length === 0) row.refuse(categories, 'No unit of these areas is of these categories');
  return {
    ...(areas.length > 0 && { areas }),
    ...(kinds.length > 0 && { providers: able.map(({ name }) => name) }),
  };
}

/** `(1,2,3)`, or a single name. */
const listOf = (row: TableRow, column: string): string[] =>
  (row.optionalText(column, MAX_LIST) ?? '')
    .replace(/^\((.*)\)$/, '$1')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
