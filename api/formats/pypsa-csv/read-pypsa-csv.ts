/**
 * A CSV folder of PyPSA (`Network.export_to_csv_folder`; docs.pypsa.org, Components) -> a network with its series.
 * Brown, Hörsch, Schlachtberger 2018, "PyPSA: Python for Power System Analysis".
 */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { createReport, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import { type FileSet, findFile } from '../tables/file-set.ts';
import { readRows } from '../tables/read-table.ts';
import { noteTable, tableError } from '../tables/table-row.ts';
import { BASE_MVA, readLines, readLinks, readLoads, readTransformers } from './branches.ts';
import { readBuses, WGS84 } from './buses.ts';
import { type Element, readElements } from './elements.ts';
import { type Carriers, readGenerators } from './generators.ts';
import { readLineTypes, readTransformerTypes } from './line-types.ts';
import { noteOtherFiles } from './other-files.ts';
import { indexOf, readSnapshots, type Snapshots } from './snapshots.ts';
import { readStorageUnits } from './storage-units.ts';

const FREQUENCY_HZ = 50;

/** Throws `ImportError` with file, line and column of what cannot be read. */
export async function readPypsaCsv(sent: FileSet): Promise<ImportedNetwork> {
  const report = createReport();
  const read = new Set<string>();
  const files: FileSet = {
    ...sent,
    read: (name) => {
      read.add(name);
      return sent.read(name);
    },
  };
  const { name, srid } = await readMeta(files, report);
  const snapshots = await readSnapshots(files, report);
  const tables = await readTables(files, snapshots);
  const grid = readBuses(tables.buses, srid, report);
  const taken = new Set<string>();
  const [lineTypes, transformerTypes] = [await readLineTypes(files), await readTransformerTypes(files)];
  const lines = readLines(tables.lines, lineTypes, grid, taken, report);
  lines.push(...readTransformers(tables.transformers, transformerTypes, grid, taken, report));
  const dc_lines = readLinks(tables.links, grid, taken, report);
  const units = new Set<string>();
  const carriers = await readCarriers(files, snapshots.stepHours, report);
  const { generators, renewables } = readGenerators(tables.generators, carriers, grid, units, report);
  const { storage, inflows } = readStorageUnits(tables.storage_units, grid, units, report);
  const loads = readLoads(tables.loads, grid, report);
  await noteOtherFiles(files, read, report);
  for (const elements of Object.values(tables))
    noteTable(
      elements.map(({ row }) => row),
      report,
    );
  if (tables.buses[0]) noteBase(tables.buses[0], report);
  const network: NetworkBody = {
    ...(name !== undefined && { name }),
    base_mva: BASE_MVA,
    nominal_frequency_hz: FREQUENCY_HZ,
    ...(snapshots.start !== undefined && { series_start: snapshots.start }),
    buses: [...grid.buses.values()],
    lines,
    dc_lines,
    generators,
    renewables: [...renewables, ...inflows],
    storage,
    loads,
  };
  return { network, report: report.report() };
}

async function readMeta(files: FileSet, report: ReportBuilder) {
  const [row] = await readRows(files, 'network.csv', true);
  if (!row) return { name: undefined, srid: WGS84 };
  const meta = { name: row.optionalText(indexOf(row)), srid: row.optionalNumber('srid') ?? WGS84 };
  noteTable([row], report);
  return meta;
}

async function readTables(files: FileSet, snapshots: Snapshots) {
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

async function readCarriers(files: FileSet, stepHours: number, report: ReportBuilder): Promise<Carriers> {
  const rates = new Map<string, number>();
  const rows = await readRows(files, 'carriers.csv', true);
  for (const row of rows) rates.set(row.text(indexOf(row)), row.optionalAmount('co2_emissions'));
  noteTable(rows, report);
  return { co2: (carrier) => rates.get(carrier), stepHours };
}

function noteBase(bus: Element, report: ReportBuilder): void {
  const words = `Per-unit values are on ${BASE_MVA} MVA, and the frequency is ${FREQUENCY_HZ} Hz, which no table says`;
  report.change('info', 'base', words, bus.place('v_nom'));
}
