/**
 * A CSV folder of PyPSA (`Network.export_to_csv_folder`; docs.pypsa.org, Components) -> a network with its series.
 * Brown, Hörsch, Schlachtberger 2018, "PyPSA: Python for Power System Analysis".
 */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { createReport, type ImportedNetwork } from '../base/report.ts';
import { type FileSet, findFile } from '../tables/file-set.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable, tableError } from '../tables/table-row.ts';
import { BASE_MVA, readLines, readLinks, readLoads, readTransformers } from './branches.ts';
import { readBuses, WGS84 } from './buses.ts';
import { readElements } from './elements.ts';
import { type Carriers, readGenerators } from './generators.ts';
import { readLineTypes, readTransformerTypes } from './line-types.ts';
import { indexOf, readSnapshots, type Snapshots } from './snapshots.ts';
import { readStorageUnits } from './storage-units.ts';

const FREQUENCY_HZ = 50;

/** Kind of elements -> what is lost without them. */
const LOST = new Map([
  ['stores', 'Stores, whose energy flows through links'],
  ['global_constraints', 'Limits of the whole system'],
  ['shunt_impedances', 'Shunt impedances'],
  ['processes', 'Processes that convert carriers'],
]);

/** Answers of a power flow or an optimization, and what only pictures need. */
const ANSWERS =
  /^(?:\w+-(?:p|q|p\d|q\d|status|start_up|shut_down|state_of_charge|spill|e|p_dispatch|p_store|v_ang|v_mag_pu|marginal_price|mu_\w+)|sub_networks|shapes)$/;

/** Throws `ImportError` with file, line and column of what cannot be read. */
export async function readPypsaCsv(sent: FileSet): Promise<ImportedNetwork> {
  const report = createReport();
  const read = new Set<string>();
  const files: TableFiles = {
    ...sent,
    report,
    read: (name) => {
      read.add(name);
      return sent.read(name);
    },
  };
  const { name, srid } = await readMeta(files);
  const snapshots = await readSnapshots(files);
  const tables = await readTables(files, snapshots);
  const grid = readBuses(tables.buses, srid);
  const taken = new Set<string>();
  const [lineTypes, transformerTypes] = [await readLineTypes(files), await readTransformerTypes(files)];
  const lines = readLines(tables.lines, lineTypes, grid, taken);
  const transformers = readTransformers(tables.transformers, transformerTypes, grid, taken);
  const dc_lines = readLinks(tables.links, grid, taken);
  const units = new Set<string>();
  const carriers = await readCarriers(files, snapshots.stepHours);
  const { generators, renewables } = readGenerators(tables.generators, carriers, grid, units);
  const { storage, inflows } = readStorageUnits(tables.storage_units, grid, units);
  const loads = readLoads(tables.loads, grid);
  report.keep('buses', 'Buses with voltage, place, country and zone', grid.buses.size);
  report.keep('lines', 'Lines with impedance, rating and length', lines.length);
  report.keep('transformers', 'Transformers with impedance, rating, tap and shift', transformers.length);
  report.keep('dc_lines', 'Links as DC lines whose flow is set', dc_lines.length);
  report.keep('thermal_units', 'Units with cost, starts, ramps, least times and CO2', generators.length);
  const renewable = 'Units by what is available (p_max_pu) and their marginal cost';
  report.keep('renewables', renewable, renewables.length);
  report.keep('storage', 'Storage with energy, powers and efficiencies', storage.length);
  report.keep('inflow', 'Inflows of storage as energy by day or week', inflows.length);
  report.keep('loads', 'Loads with their series', loads.length);
  await noteOtherFiles(files, read);
  for (const elements of Object.values(tables)) noteTable(elements);
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
    renewables: [...renewables, ...inflows],
    storage,
    loads,
  };
  return { network, report: report.report() };
}

async function readMeta(files: TableFiles) {
  const [row] = await readRows(files, 'network.csv', true);
  if (!row) return { name: undefined, srid: WGS84 };
  const meta = { name: row.optionalText(indexOf(row)), srid: row.number('srid', WGS84) };
  noteTable([row]);
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
    generators: await elements('generators', ['p_max_pu', 'p_min_pu', 'marginal_cost']),
    storage_units: await elements('storage_units', [
      'inflow',
      'marginal_cost',
      'p_max_pu',
      'p_min_pu',
      'efficiency_store',
      'efficiency_dispatch',
      'standing_loss',
    ]),
    loads: await elements('loads', ['p_set']),
  };
}

async function readCarriers(files: TableFiles, stepHours: number): Promise<Carriers> {
  const rates = new Map<string, number>();
  const rows = await readRows(files, 'carriers.csv', true);
  for (const row of rows) rates.set(row.text(indexOf(row)), row.amount('co2_emissions', 0));
  noteTable(rows);
  return { co2: (carrier) => rates.get(carrier), stepHours };
}

/** Reports the tables that nobody has read: stores, limits of the whole system, answers of a solve. */
async function noteOtherFiles(files: TableFiles, read: ReadonlySet<string>): Promise<void> {
  for (const name of files.names.filter((each) => !read.has(each))) {
    const table = name.slice(name.lastIndexOf('/') + 1).replace(/\.csv$/i, '');
    const words = LOST.get(table);
    if (words === undefined) {
      const isAnswer = ANSWERS.test(table) || !name.toLowerCase().endsWith('.csv');
      files.report.drop(isAnswer ? 'info' : 'warning', 'file', `Files that are not read: ${table}`, [name]);
      continue;
    }
    const rows = await readRows(files, name);
    for (const row of rows) row.drop('warning', table, `${words}: ${row.text(indexOf(row))}`, indexOf(row));
    noteTable(rows);
  }
}
