/** Writes a network as the tables of RTS-GMLC, with its series as day-ahead series. */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { DcLine, Reserve } from '../base/network-parts.ts';
import {
  type ExportedNetwork,
  type NamedNetwork,
  noteFormulas,
  reportUnsaid,
  widestLimit,
} from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import { type Cell, tableOf } from '../tables/write-table.ts';
import { BASE_MVA, TABLES } from './tables.ts';
import { FIRST_HOUR, loadOfAreas, seriesOf, toPointer, writeSeries } from './written-series.ts';
import { otherRows, storeRows, unitRow } from './written-units.ts';

const KM_PER_MILE = 1.609344;
const SECONDS_PER_MINUTE = 60;
/** Price of a shortage, $/MWh, for a product that has none; the reader uses the same price. */
const SHORTAGE_USD_PER_MWH = 4000;
const TYPES = { pq: 'PQ', pv: 'PV', slack: 'Ref' } as const;

type Row = Record<string, Cell>;

export function writeRtsGmlc({ content }: NamedNetwork): ExportedNetwork {
  const report = reportUnsaid(content, 'rts-gmlc');
  noteFormulas(content, report);
  const { generators, dc_lines = [], reserves = [] } = content;
  const hours = longestSeries(content);
  if (content.series_start === undefined)
    report.change('info', 'dates', `Hours without dates begin at ${FIRST_HOUR}`, ['series_start']);
  const { shares, areas } = loadOfAreas(content, hours, report);
  const files = new Map<string, string>([
    [TABLES.bus, tableOf(content.buses.map((bus) => busRow(bus, shares.get(bus.id) ?? 0)))],
    [TABLES.branch, tableOf(branchRows(content, report))],
    [
      TABLES.gen,
      tableOf([
        ...generators.map((unit, i) => unitRow(unit, i, content, report)),
        ...otherRows(content, report),
      ]),
    ],
  ]);
  const add = (path: string, rows: readonly Row[]): void => {
    if (rows.length > 0) files.set(path, tableOf(rows));
  };
  const dcRows = dc_lines.map((line, i) => dcRow(line, i, report));
  add(TABLES.dcBranch, dcRows);
  add(TABLES.storage, storeRows(content));
  const products = reserves.map((product, q) => productRow(product, q, content, report));
  add(TABLES.reserves, products);
  const series = seriesOf(content, areas);
  files.set(TABLES.pointers, tableOf(series.map(toPointer)));
  for (const [file, own] of groupBy(series, (each) => each.file))
    files.set(file, writeSeries(own, content, hours));
  report.keep('hours', 'Hours of every series', hours);
  return { files, report: report.report() };
}

const busRow = (
  { id, name, v_nom_kv, type, area, zone, latitude, longitude }: NetworkContent['buses'][number],
  mw: number,
): Row => ({
  'Bus ID': id,
  'Bus Name': name,
  BaseKV: v_nom_kv,
  'Bus Type': TYPES[type],
  'MW Load': mw,
  'MVAR Load': 0,
  Area: area,
  Zone: zone,
  lat: latitude,
  lng: longitude,
});

/** Rows of branches, per unit on 100 MVA. A line out of service cannot be written. */
function branchRows({ lines, buses, base_mva }: NetworkContent, report: ReportBuilder): Row[] {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return lines.flatMap((line, l): Row[] => {
    const place = ['lines', l];
    if (line.phase_shift_deg) report.drop('warning', 'phase_shift', 'Phase shifts', place);
    if (!line.in_service) report.drop('info', 'out_of_service', 'Lines out of service', place);
    if (!line.in_service) return [];
    const emergency = line.s_emergency_mva ?? 0;
    return [
      {
        UID: line.id,
        'From Bus': line.from_bus,
        'To Bus': line.to_bus,
        R: (line.r_ohm * BASE_MVA) / (kvOf.get(line.from_bus) ?? 1) ** 2,
        X: (line.x_pu * BASE_MVA) / base_mva,
        B: 0,
        'Cont Rating': line.s_nom_mva ?? 0,
        'LTE Rating': emergency,
        'STE Rating': emergency,
        'Tr Ratio': line.tap_ratio ?? 0,
        Length: (line.length_km ?? 0) / KM_PER_MILE,
      },
    ];
  });
}

function dcRow(line: DcLine, i: number, report: ReportBuilder): Row {
  const place = ['dc_lines', i];
  const { mw: most, isAlways } = widestLimit(line);
  if (!isAlways || !line.in_service)
    report.change('warning', 'dc_limits', 'A DC line is in service, with one limit for both ways', place);
  return {
    UID: line.id,
    'From Bus': line.from_bus,
    'To Bus': line.to_bus,
    'Control Mode': 'Power',
    'MW Load': most,
  };
}

/**
 * Row of a reserve product. Each unit gets its own category in the tables, so that the product can list its providers.
 */
function productRow(product: Reserve, q: number, { buses }: NetworkContent, report: ReportBuilder): Row {
  if ((product.penalty_usd_per_mwh ?? 0) !== SHORTAGE_USD_PER_MWH)
    report.drop('warning', 'shortage_price', 'Price of a reserve shortage', ['reserves', q]);
  if (product.provider_types)
    report.drop('warning', 'reserve_providers', 'Types of reserve providers', ['reserves', q]);
  const areas = product.areas ?? [...new Set(buses.map(({ area }) => area ?? ''))];
  return {
    'Reserve Product': product.name,
    'Timeframe (sec)': (product.response_min ?? 0) * SECONDS_PER_MINUTE,
    'Requirement (MW)': [product.mw].flat()[0] ?? 0,
    'Eligible Regions': product.areas ? `(${areas.join(',')})` : '',
    'Eligible Device Categories': '(Generator)',
    'Eligible Device SubCategories': product.providers ? `(${product.providers.join(',')})` : '',
    Direction: product.direction === 'down' ? 'Down' : 'Up',
  };
}
