/** Reads loads of areas, which are distributed over their buses, and reserve products with their providers. */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { Load, Reserve } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import { type AreaBus, plainNumber } from './buses-and-lines.ts';
import type { SeriesBook } from './series-book.ts';

/** Number of steps per MW to which loads are rounded: a step is 1 W. Rounding halves the stored size. */
const PER_MW = 1e6;
/**
 * Price of a shortage, $/MWh, which the tables do not have: without a price, an hour with a shortage would be
 * infeasible.
 */
const SHORTAGE_USD_PER_MWH = 4000;
const SECONDS_PER_MINUTE = 60;
/**
 * Maximum number of load values in total, the limit of a JSON body: one series may be distributed over very many buses.
 */
const MAX_VALUES = 4_000_000;
/** Maximum length of a list of areas or categories, characters. */
const MAX_LIST = 10_000;

/** Distributes the load of an area over its buses in proportion to their MW Load. */
export function readLoads(buses: ReadonlyMap<number, AreaBus>, series: SeriesBook): Load[] {
  const loads: Load[] = [];
  const shunts = [...buses.values()].flatMap(({ bus, shuntMw }): Load[] =>
    shuntMw === 0 ? [] : [{ bus: bus.id, values: [shuntMw] }],
  );
  let values = 0;
  for (const [area, members] of groupBy(buses.values(), (bus) => bus.area)) {
    const areaSeries = series.take('Area', area, 'MW Load', `${area}.0`);
    const total = members.reduce((sum, { loadMw }) => sum + loadMw, 0);
    const [first] = members;
    if (areaSeries && first && total === 0)
      first.row.refuse('MW Load', `No bus of area ${area} has a share of its load`);
    for (const { bus, loadMw, row } of members.filter((member) => member.loadMw !== 0)) {
      if (!areaSeries) noteConstant(row);
      values += areaSeries?.values.length ?? 1;
      if (values > MAX_VALUES)
        row.refuse('MW Load', `The loads of all buses have more than ${MAX_VALUES} values`);
      const shareOfArea = areaSeries?.values.map((mw) => Math.round((mw * loadMw * PER_MW) / total) / PER_MW);
      loads.push({ bus: bus.id, values: shareOfArea ?? [loadMw] });
    }
  }
  return [...loads, ...shunts];
}

const noteConstant = (row: TableRow): void =>
  row.change('warning', 'no_series', 'The load of an area without a series is constant', 'MW Load');

/** A unit that may provide reserve. */
interface Provider {
  readonly name: string;
  readonly area: string;
  readonly category: string;
}

/** Units of gen.csv that are part of the network. */
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

/** Reads reserve products. Throws `ImportError` for duplicate or unknown names, and for products without providers. */
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
    const hourly = series.take('Reserve', name, 'Requirement');
    row.change(
      'warning',
      'shortage_price',
      `A shortage of reserve costs ${SHORTAGE_USD_PER_MWH} $/MWh, as the tables have no price`,
      'Reserve Product',
    );
    return {
      name,
      direction: directionOf(row),
      mw: hourly ? notNegative(row, hourly.values) : constant,
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

/** Names of the units that may provide a product, by area and category. The areas are also kept in the product. */
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
  const allowed = { areas: new Set(areas), kinds: new Set(kinds) };
  const able = providers.filter(
    ({ area, category }) =>
      (areas.length === 0 || allowed.areas.has(area)) && (kinds.length === 0 || allowed.kinds.has(category)),
  );
  if (able.length === 0) row.refuse(categories, 'No unit of these areas is of these categories');
  return {
    ...(areas.length > 0 && { areas }),
    ...(kinds.length > 0 && { providers: able.map(({ name }) => name) }),
  };
}

/** Reads a list such as `(1,2,3)`, or a single name. */
const listOf = (row: TableRow, column: string): string[] =>
  (row.optionalText(column, MAX_LIST) ?? '')
    .replace(/^\((.*)\)$/, '$1')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
