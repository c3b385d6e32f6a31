/**
 * Reads a RAW file of PSS/E, revisions 33 to 35 (Siemens PTI, Data Formats Reference Manual, Power Flow Data File), as
 * a network without costs and with constant loads.
 */
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { addUnit, noUnits, type Units } from '../base/consumer.ts';
import { highest, leaveOut, outputLimit } from '../base/conventions.ts';
import type { Unit } from '../base/network-parts.ts';
import { createReport, ImportError, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import { RawGrid, readBranch, readDcLine } from './grid.ts';
import type { DataLine, RawRecord } from './records.ts';
import { type RawCase, readSections, type SectionName } from './sections.ts';
import { readTransformers } from './transformers.ts';

/** Power limit that PSS/E writes if no limit was entered, MW. */
const NO_LIMIT_MW = 9999;
const DC_LINES = 3;

/** Sections that are left out, and whether they affect flows of active power. */
const LEFT_OUT: readonly (readonly [section: SectionName, severity: 'info' | 'warning', words: string])[] = [
  ['SYSTEM-WIDE', 'info', 'Settings of the solution, and descriptions of ratings'],
  ['ZONE', 'info', 'Names of zones'],
  ['OWNER', 'info', 'Names of owners'],
  ['SUBSTATION', 'warning', 'Nodes and switches within substations'],
  ['VSC DC LINE', 'warning', 'DC lines with voltage source converters'],
  ['MULTI-TERMINAL DC', 'warning', 'DC lines of several terminals'],
  ['IMPEDANCE CORRECTION', 'info', 'Tables of impedances that follow taps'],
  ['MULTI-SECTION LINE', 'info', 'Groups of lines'],
  ['INTER-AREA TRANSFER', 'warning', 'Transfers between areas'],
  ['FACTS DEVICE', 'warning', 'FACTS devices'],
  ['SWITCHED SHUNT', 'info', 'Switched shunts, which give reactive power'],
  ['GNE DEVICE', 'warning', 'Devices of other kinds (GNE)'],
  ['INDUCTION MACHINE', 'warning', 'Induction machines'],
];

/** Reads a network. Throws `ImportError` with section, line and column of an unreadable value. */
export function readPsseRaw(text: string): ImportedNetwork {
  const report = createReport();
  const file = readSections(text, report);
  const grid = new RawGrid(file.baseMva);
  const areas = readAreas(file, report);
  for (const record of file.records('BUS', 'bus')) grid.addBus(record, areas);
  if (grid.buses.length === 0) throw new ImportError(['BUS', 1, 'I'], 'Has no buses');
  const branches = file.records('BRANCH', 'branch').flatMap((record) => readBranch(record, 'ST', grid));
  const switches = file
    .records('SYSTEM SWITCHING DEVICE', 'switching')
    .flatMap((record) => readBranch(record, 'STAT', grid));
  const lines = [...branches, ...switches];
  const transformers = readTransformers(file, grid);
  const dc_lines = readDcLines(file, grid);
  const fixed = readLoads(file, grid);
  const { generators, ...consumers } = readMachines(file, grid, fixed);
  const loads = [...fixed, ...consumers.loads];
  report.keep('lines', 'Branches with impedance, normal and emergency rating', lines.length);
  report.keep('transformers', 'Windings with impedance, ratings, tap and shift', transformers.length);
  report.keep('dc_lines', 'DC lines of two terminals', dc_lines.length);
  report.keep('generators', 'Machines in service with their limits', generators.length);
  report.keep('loads', 'Loads, and shunts that take active power', loads.length);
  report.keep('buses', 'Buses with voltage, type, area and zone', grid.buses.length);
  report.drop('info', 'ac', 'Set points of voltage, reactive power, and charging of lines', []);
  noteSections(file, report);
  const network: NetworkBody = {
    ...(file.title !== '' && { description: file.title.slice(0, 2000) }),
    base_mva: file.baseMva,
    nominal_frequency_hz: file.frequencyHz,
    buses: grid.buses,
    lines: [...lines, ...transformers],
    dc_lines,
    generators,
    ...(consumers.sources.length > 0 && { renewables: consumers.sources }),
    loads,
  };
  return { network, report: report.report() };
}

/** Area number -> name; empty if a name is missing or occurs twice. */
function readAreas(file: RawCase, report: ReportBuilder): ReadonlyMap<number, string> {
  const records = file.records('AREA', 'area');
  const names = new Map(
    records.map((record) => [record.integer('I', 0), record.text('ARNAME').slice(0, 100)]),
  );
  report.keep('areas', 'Areas with their names', names.size);
  for (const record of records)
    if (record.number('PDES', 0) !== 0)
      record.drop('warning', 'interchange', 'Desired interchanges of areas', 'PDES');
  const distinct = new Set(names.values());
  return distinct.size === names.size && !distinct.has('') ? names : new Map();
}

/** True if a record is in service; a record out of service is noted. */
function isIn(record: RawRecord, status: string, grid: RawGrid): boolean {
  const is = grid.isOn(record, status, 'I');
  if (!is) leaveOut(record.at(status));
  return is;
}

function readMachines(file: RawCase, grid: RawGrid, loads: NetworkBody['loads']): Units<Unit> {
  const units = noUnits<Unit>();
  const names = new Set<string>();
  const records = file.records('GENERATOR', 'generator');
  const machines = records.filter((record) => isIn(record, 'STAT', grid));
  const most = () => highest(loads) + machines.reduce((sum, record) => sum + takenBy(record), 0);
  for (const record of machines) {
    const bus = grid.known(record, 'I');
    const id = `${bus}-${record.text('ID', '1')}`;
    const name = record.takeName('ID', id, names, `Machine ${id}`);
    addUnit(toUnit(record, { name, bus }, most), units, record.at('PT'));
  }
  const words =
    'Machines have no cost, can start at any time, and are on before the first hour, as the format does not say';
  records[0]?.change('warning', 'no_cost', words, 'I');
  return units;
}

/** Power that a machine can absorb, MW; for a machine without a limit, its output PG. */
function takenBy(record: RawRecord): number {
  const least = record.limit('PB', -NO_LIMIT_MW);
  return Math.max(0, -(least > -NO_LIMIT_MW ? least : record.number('PG', 0)));
}

/**
 * Converts a machine. `all`: bound of an unlimited output, MW. A limit of NO_LIMIT_MW means that no limit was entered.
 */
function toUnit(record: RawRecord, nameAndBus: Pick<Unit, 'name' | 'bus'>, all: () => number): Unit {
  const [power, most, least] = [
    record.number('PG', 0),
    record.limit('PT', NO_LIMIT_MW),
    record.limit('PB', -NO_LIMIT_MW),
  ];
  const low = Math.max(0, Math.min(least, NO_LIMIT_MW));
  const isUnsaid = most >= NO_LIMIT_MW && Number.isFinite(most);
  const p_max = isUnsaid
    ? Math.max(low, power)
    : outputLimit(most, () => Math.max(low, all()), record.at('PT'));
  const p_min = least <= -NO_LIMIT_MW ? Math.min(0, p_max, power) : least;
  if (isUnsaid && low > power)
    record.change(
      'warning',
      'no_limits',
      'Machines without PT, whose PB is above their PG, go up to PB',
      'PT',
    );
  else if ((isUnsaid && p_max !== most) || p_min !== least)
    record.change('warning', 'no_limits', 'Machines without limits go from 0 to their PG', 'PT');
  if (!Number.isFinite(p_max)) record.refuse('PT', 'Should be a finite number');
  if (p_min > p_max) record.refuse('PB', `Should be at most PT ${p_max}, not ${p_min}`);
  return {
    ...nameAndBus,
    p_max,
    p_min,
    marginal_cost: 0,
    no_load_cost: 0,
    startup_cost: 0,
    ramp_up: null,
    ramp_down: null,
    min_uptime: 0,
    min_downtime: 0,
    initial_status: 1,
  };
}

/** Reads loads and shunts: the active power of constant power, current and admittance, at a voltage of 1 per unit. */
function readLoads(file: RawCase, grid: RawGrid) {
  const loads: NetworkBody['loads'] = [];
  const names = new Set<string>();
  const isOn = (record: RawRecord): boolean => isIn(record, 'STATUS', grid);
  const add = (record: RawRecord, kind: string, mw: number): void => {
    const bus = grid.known(record, 'I');
    const name = `${kind} ${bus}-${record.text('ID', '1')}`;
    record.takeName('ID', name, names, name);
    if (mw !== 0) loads.push({ bus, values: [mw] });
  };
  for (const record of file.records('LOAD', 'load').filter(isOn)) {
    const [power, current, admittance] = ['PL', 'IP', 'YP'].map((column) => record.number(column, 0)) as [
      number,
      number,
      number,
    ];
    if (current !== 0 || admittance !== 0)
      record.change('info', 'load_model', 'Loads are taken at a voltage of 1 per unit', 'IP');
    const ownGeneration = record.integer('DGENM', 0) === 1 ? record.number('DGENP', 0) : 0;
    if (ownGeneration !== 0)
      record.change('info', 'own_generation', 'Generation within a load is subtracted', 'DGENP');
    add(record, 'Load', power + current + admittance - ownGeneration);
  }
  for (const record of file.records('FIXED SHUNT', 'shunt').filter(isOn))
    add(record, 'Fixed shunt', record.number('GL', 0));
  return loads;
}

function readDcLines({ sections, record }: RawCase, grid: RawGrid) {
  const section = 'TWO-TERMINAL DC';
  const lines = sections.get(section) ?? [];
  const dcLines: NonNullable<NetworkBody['dc_lines']> = [];
  for (let at = 0; at < lines.length; at += DC_LINES) {
    const [first, ...ends] = lines.slice(at, at + DC_LINES);
    if (!first) break;
    const converter = (end: DataLine | undefined): RawRecord =>
      record(section, end ?? { line: first.line, fields: [] }, 'converter');
    const [rectifier, inverter] = [converter(ends[0]), converter(ends[1])];
    dcLines.push(...readDcLine(record(section, first, 'dcLine'), rectifier, inverter, grid));
  }
  return dcLines;
}

function noteSections({ sections }: RawCase, report: ReportBuilder): void {
  for (const [section, severity, words] of LEFT_OUT)
    for (const { line } of sections.get(section) ?? [])
      report.drop(severity, section.toLowerCase().replaceAll(/\W+/g, '_'), words, [section, line, '1']);
}
