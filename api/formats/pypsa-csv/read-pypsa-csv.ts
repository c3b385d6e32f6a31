/**
 * Reads a CSV folder of PyPSA (`Network.export_to_csv_folder`; docs.pypsa.org, Components) as a network with its series.
 * Brown, Hörsch, Schlachtberger 2018, "PyPSA: Python for Power System Analysis".
 */
import { longestSeries } from '../../../temporal/case/arithmetic/fields.ts';
import { largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { highest } from '../base/conventions.ts';
import type { DcLine } from '../base/network-parts.ts';
import { createReport, type ImportedNetwork } from '../base/report.ts';
import { type FileSet, findFile, watched } from '../tables/file-set.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable, noteUnread, tableError } from '../tables/table-row.ts';
import { BASE_MVA, readLines, readLinks, readLoads, readTransformers } from './branches.ts';
import { type Grid, namesOf, readBuses, WGS84 } from './buses.ts';
import { type Element, readElements } from './elements.ts';
import { type Carriers, readGenerators } from './generators.ts';
import { readLineTypes, readTransformerTypes } from './line-types.ts';
import { indexOf, readSnapshots, type Snapshots } from './snapshots.ts';
import { readStorageUnits, readStores, STORAGE_SERIES, STORE_SERIES } from './storage-units.ts';

const FREQUENCY_HZ = 50;

/** Unsupported kinds of elements -> description for the report. */
const LOST = new Map([
  ['global_constraints', 'Limits of the whole system'],
  ['shunt_impedances', 'Shunt impedances'],
  ['processes', 'Processes that convert carriers'],
]);

/** Ignored attributes: investment, AC power flow, plots, and commitment data of units that are not committable. */
const HARMLESS = [
  'capital_cost overnight_cost fom_cost discount_rate lifetime build_year p_nom_min p_nom_max p_nom_mod',
  'p_nom_opt s_nom_min s_nom_max s_nom_mod s_nom_opt carrier type model unit q_set control v_mag_pu_set',
  'v_mag_pu_min v_mag_pu_max generator sub_network b g weight terrain_factor v_ang_min v_ang_max i_nom',
  'x_pu r_pu b_pu g_pu x_pu_eff r_pu_eff color nice_name location description tags pypsa_version crs',
  'now efficiency p_init min_up_time min_down_time up_time_before down_time_before start_up_cost',
  'shut_down_cost stand_by_cost ramp_limit_start_up ramp_limit_shut_down num_parallel tap_position',
  'length v_nom e_nom e_nom_min e_nom_max e_nom_mod e_nom_opt',
].flatMap((names) => names.split(' '));

/** Prefixes of PyPSA attributes. Other columns belong to the user; PyPSA ignores them as well. */
const ATTRIBUTE =
  /^(?:(?:p|q|e|s|v|x|r|b|g|mu|up|co2|max|min|bus|unit|sign|spill|ramp|start|shut|stand|standing|state|cyclic|inflow|delay|active|attribute|constant|sense|carrier|committable|control|efficiency|energy|marginal|phase|tap|num|rate|overnight|capital|investment|maintenance|bidirectional|rated)\d*(?:_|$))/;

/** Tables with results of a power flow or an optimization, or with data for plots. */
const ANSWERS =
  /^(?:\w+-(?:p|q|p\d|q\d|status|start_up|shut_down|state_of_charge|spill|e|p_dispatch|p_store|v_ang|v_mag_pu|marginal_price|mu_\w+)|sub_networks|shapes)$/;

/** Reads a network. Throws `ImportError` with file, line and column of an unreadable value. */
export async function readPypsaCsv(sent: FileSet): Promise<ImportedNetwork> {
  const report = createReport();
  const files = { ...watched(sent), report };
  const { name, srid } = await readMeta(files);
  const snapshots = await readSnapshots(files);
  const tables = await readTables(files, snapshots);
  const grid = readBuses(tables.buses, srid);
  const branchNames = namesOf(tables.lines, tables.transformers, tables.links);
  const [lineTypes, transformerTypes] = [await readLineTypes(files), await readTransformerTypes(files)];
  const lines = readLines(tables.lines, lineTypes, grid, branchNames);
  const transformers = readTransformers(tables.transformers, transformerTypes, grid, branchNames);
  const dc_lines = readLinks(tables.links, grid, branchNames, snapshots.stepHours);
  const names = namesOf(tables.generators, tables.storage_units, tables.stores);
  const fixed = readLoads(tables.loads, grid);
  const carriers = await readCarriers(files, snapshots.stepHours);
  const most = () => highest(fixed) + consumption(tables, grid, dc_lines);
  const { generators, renewables, ...consumers } = readGenerators(
    tables.generators,
    carriers,
    grid,
    names,
    most,
  );
  const storage = [
    ...readStorageUnits(tables.storage_units, grid, names, snapshots),
    ...readStores(tables.stores, grid, names, snapshots),
  ];
  const loads = [...fixed, ...consumers.loads];
  report.keep('buses', 'Buses with voltage, place, country and zone', grid.buses.size);
  report.keep('lines', 'Lines with impedance, rating and length', lines.length);
  report.keep('transformers', 'Transformers with impedance, rating, tap and shift', transformers.length);
  report.keep('dc_lines', 'Links as DC lines with scheduled flow', dc_lines.length);
  report.keep('thermal_units', 'Units with cost, starts, ramps, minimum times and CO2', generators.length);
  const renewable = 'Units with available power (p_max_pu) and marginal cost';
  report.keep('renewables', renewable, renewables.length);
  report.keep('storage', 'Storage with energy, powers and efficiencies', storage.length);
  report.keep(
    'inflow',
    'Inflows of storage',
    storage.filter(({ inflow_mw }) => inflow_mw !== undefined).length,
  );
  report.keep('loads', 'Loads with their series', loads.length);
  await noteOtherFiles(files, files.unread());
  noteElements(tables);
  const base = `Per-unit values are on ${BASE_MVA} MVA, and the frequency is ${FREQUENCY_HZ} Hz, which no table says`;
  tables.buses[0]?.change('info', 'base', base, 'v_nom');
  const network: NetworkBody = {
    ...(name !== undefined && { name }),
    base_mva: BASE_MVA,
    nominal_frequency_hz: FREQUENCY_HZ,
    ...(snapshots.start !== undefined && { series_start: snapshots.start }),
    buses: [...grid.buses.values()],
    lines: [...lines, ...transformers],
    dc_lines,
    generators,
    renewables,
    storage,
    loads,
  };
  return { network: withHours(network, snapshots), report: report.report() };
}

/**
 * Keeps the horizon of a network without any series: the first load gets a value for every hour, a load of 0 MW if
 * there are no loads. All other series are repeated.
 */
function withHours(network: NetworkBody, { keys, stepHours }: Snapshots): NetworkBody {
  const hours = keys.length * stepHours;
  if (longestSeries(network) === hours) return network;
  const none = network.buses.slice(0, 1).map(({ id }) => ({ bus: id, values: [0] }));
  const loads = (network.loads.length > 0 ? network.loads : none).map(({ bus, values }, i) => {
    const [mw = 0] = values;
    return { bus, values: i === 0 ? new Array<number>(hours).fill(mw) : values };
  });
  return { ...network, loads };
}

type ElementTables = Awaited<ReturnType<typeof readTables>>;

const activeOf = (elements: readonly Element[]): Element[] =>
  elements.filter((element) => element.flag('active', true));

/** Reports attributes that were not read. Inactive elements are left out, and their cells are not checked. */
function noteElements(tables: ElementTables): void {
  for (const elements of Object.values(tables)) {
    noteUnread(elements, HARMLESS, ATTRIBUTE);
    for (const element of activeOf(elements)) element.checkNumbers();
  }
}

/** Power that storage, losses of DC lines, and units with a negative sign can absorb, MW. */
function consumption(
  { generators, storage_units, stores }: ElementTables,
  { buses }: Grid,
  dcLines: readonly DcLine[],
): number {
  const negative = activeOf(generators).filter((element) => element.number('sign', 1) < 0);
  const takers = [...activeOf(storage_units), ...negative];
  const powers = takers.map((element) => element.limit('p_nom', 0) * Math.abs(element.number('sign', 1)));
  const filled = activeOf(stores)
    .filter((element) => buses.has(element.text('bus')))
    .map((element) => element.limit('e_nom', 0));
  const lost = dcLines.map(({ loss_factor = 0, p_max_mw }) => loss_factor * largestOf(p_max_mw));
  return [...powers, ...filled, ...lost].filter(Number.isFinite).reduce((sum, mw) => sum + mw, 0);
}

async function readMeta(files: TableFiles) {
  const [row] = await readRows(files, 'network.csv', true);
  if (!row) return { name: undefined, srid: WGS84 };
  const meta = { name: row.optionalText(indexOf(row)), srid: row.number('srid', WGS84) };
  if (row.number('_multi_invest', 0) !== 0)
    row.drop('warning', 'investment', 'Investment periods', '_multi_invest');
  noteTable([row], HARMLESS, ATTRIBUTE);
  return meta;
}

async function readTables(files: TableFiles, snapshots: Snapshots) {
  const elements = (kind: string, varying: readonly string[]) =>
    readElements(files, kind, varying, snapshots, kind !== 'buses');
  const buses = await elements('buses', []);
  if (buses.length === 0)
    throw tableError(findFile(files, 'buses.csv') ?? 'buses.csv', 1, 'name', 'Has no buses');
  return {
    buses,
    lines: await elements('lines', ['s_max_pu']),
    transformers: await elements('transformers', ['s_max_pu']),
    links: await elements('links', ['efficiency', 'marginal_cost', 'p_max_pu', 'p_min_pu']),
    generators: await elements('generators', [
      'p_max_pu',
      'p_min_pu',
      'marginal_cost',
      'stand_by_cost',
      'ramp_limit_up',
      'ramp_limit_down',
    ]),
    storage_units: await elements('storage_units', STORAGE_SERIES),
    stores: await elements('stores', STORE_SERIES),
    loads: await elements('loads', ['p_set']),
  };
}

async function readCarriers(files: TableFiles, stepHours: number): Promise<Carriers> {
  const rates = new Map<string, number>();
  const rows = await readRows(files, 'carriers.csv', true);
  for (const row of rows) rates.set(row.text(indexOf(row)), row.amount('co2_emissions', 0));
  noteTable(rows, HARMLESS);
  return { co2: (carrier) => rates.get(carrier), stepHours };
}

/** Reports the tables that were not read: global constraints, results. */
async function noteOtherFiles(files: TableFiles, unread: readonly string[]): Promise<void> {
  for (const name of unread) {
    const table = name.slice(name.lastIndexOf('/') + 1).replace(/\.csv$/i, '');
    const words = LOST.get(table);
    if (words === undefined) {
      const isAnswer = ANSWERS.test(table) || !name.toLowerCase().endsWith('.csv');
      files.report.drop(isAnswer ? 'info' : 'warning', 'file', `Files that are not read: ${table}`, [name]);
      continue;
    }
    const rows = await readRows(files, name);
    for (const row of rows) row.drop('warning', table, `${words}: ${row.text(indexOf(row))}`, indexOf(row));
    noteUnread(
      rows,
      rows[0]?.head.names.map((column) => column.toLowerCase()),
    );
  }
}
