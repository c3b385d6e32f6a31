/**
 * A RAW file of PSS/E, revisions 33 to 35 (Siemens PTI, Data Formats Reference Manual, Power Flow Data File) -> a network
 * of one hour, without costs, whose loads repeat.
 */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { createReport, ImportError, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import { RawGrid, readBranch, readDcLine } from './grid.ts';
import { type Columns, columnsOf, type DataLine, RawRecord, type RecordKind } from './records.ts';
import { type RawCase, readSections, type SectionName } from './sections.ts';
import { readTransformers } from './transformers.ts';

type Unit = NetworkBody['generators'][number];

/** What PSS/E puts where a machine has no limits, MW. */
const NO_LIMIT_MW = 9999;
const DC_LINES = 3;

/** Sections without a counterpart, and whether they change the flows of active power. */
const LEFT_OUT: readonly (readonly [section: SectionName, severity: 'info' | 'warning', words: string])[] = [
  ['VSC DC LINE', 'warning', 'DC lines with voltage source converters'],
  ['MULTI-TERMINAL DC', 'warning', 'DC lines of several terminals'],
  ['IMPEDANCE CORRECTION', 'info', 'Tables of impedances that follow taps'],
  ['MULTI-SECTION LINE', 'info', 'Groups of lines'],
  ['INTER-AREA TRANSFER', 'info', 'Transfers between areas'],
  ['FACTS DEVICE', 'warning', 'FACTS devices'],
  ['SWITCHED SHUNT', 'info', 'Switched shunts, which give reactive power'],
  ['GNE DEVICE', 'warning', 'Devices of other kinds (GNE)'],
  ['INDUCTION MACHINE', 'warning', 'Induction machines'],
];

/** Throws `ImportError` with section, line and column of what cannot be read. */
export function readPsseRaw(text: string): ImportedNetwork {
  const report = createReport();
  const file = readSections(text);
  const columns = columnsOf(file.revision);
  const grid = new RawGrid(file.baseMva);
  const areas = readAreas(file, columns, report);
  for (const record of recordsOf(file, 'BUS', 'bus', columns)) {
    grid.addBus(record, areas, report);
  }
  if (grid.buses.length === 0) throw new ImportError(['BUS', 1, 'I'], 'Has no buses');
  const lines: NetworkBody['lines'] = [];
  for (const record of recordsOf(file, 'BRANCH', 'branch', columns)) {
    lines.push(readBranch(record, 'ST', grid, report));
  }
  for (const record of recordsOf(file, 'SYSTEM SWITCHING DEVICE', 'switching', columns))
    lines.push(readBranch(record, 'STAT', grid, report));
  report.keep('lines', 'Branches with impedance, normal and emergency rating', lines.length);
  const transformers = readTransformers(file.sections.get('TRANSFORMER') ?? [], columns, grid, report);
  report.keep('transformers', 'Windings with impedance, ratings, tap and shift', transformers.length);
  const dc_lines = readDcLines(file, columns, grid, report);
  const generators = readMachines(file, columns, grid, report);
  const loads = readLoads(file, columns, grid, report);
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
    loads,
  };
  return { network, report: report.report() };
}

const recordsOf = (
  { sections }: RawCase,
  section: SectionName,
  kind: RecordKind,
  columns: Columns,
): RawRecord[] => (sections.get(section) ?? []).map((line) => new RawRecord(section, line, columns[kind]));

/** Number -> name, where each has one of its own. */
function readAreas(file: RawCase, columns: Columns, report: ReportBuilder): ReadonlyMap<number, string> {
  const records = recordsOf(file, 'AREA', 'area', columns);
  const names = new Map(
    records.map((record) => [record.integer('I', 0), record.text('ARNAME').slice(0, 100)]),
  );
  report.keep('areas', 'Areas with their names', names.size);
  for (const record of records)
    if (record.number('PDES', 0) !== 0)
      report.drop('warning', 'interchange', 'Desired interchanges of areas', record.place('PDES'));
  const own = new Set(names.values());
  return own.size === names.size && !own.has('') ? names : new Map();
}

function readMachines(file: RawCase, columns: Columns, grid: RawGrid, report: ReportBuilder): Unit[] {
  const generators: Unit[] = [];
  const names = new Set<string>();
  for (const record of recordsOf(file, 'GENERATOR', 'generator', columns)) {
    const bus = grid.known(record, 'I');
    const name = `${bus}-${record.text('ID', '1')}`;
    if (names.has(name)) record.refuse('ID', `Machine ${name} is there twice`);
    names.add(name);
    if (record.integer('STAT', 1) <= 0 || !grid.inService(bus))
      report.drop(
        'info',
        'out_of_service',
        'Machines out of service, or at an isolated bus',
        record.place('STAT'),
      );
    else generators.push(toUnit(record, { name, bus }, report));
  }
  const [first] = file.sections.get('GENERATOR') ?? [];
  if (first) {
    const words =
      'Machines cost nothing, start at any time, and are on before the first hour: the format does not say';
    report.change('warning', 'no_cost', words, ['GENERATOR', first.line, 'I']);
  }
  report.keep('generators', 'Machines in service with their limits', generators.length);
  return generators;
}

function toUnit(record: RawRecord, named: Pick<Unit, 'name' | 'bus'>, report: ReportBuilder): Unit {
  const [power, most, least] = [
    record.number('PG', 0),
    record.number('PT', NO_LIMIT_MW),
    record.number('PB', -NO_LIMIT_MW),
  ];
  const p_max = most >= NO_LIMIT_MW ? Math.max(0, power) : most;
  const p_min = least <= -NO_LIMIT_MW ? Math.min(0, p_max) : least;
  if (p_max !== most || p_min !== least)
    report.change(
      'warning',
      'no_limits',
      'Machines without limits give from 0 to their PG',
      record.place('PT'),
    );
  if (p_min > p_max) record.refuse('PB', `Should be at most PT ${p_max}, not ${p_min}`);
  if (p_max < 0) record.refuse('PT', `Should be 0 or more, not ${p_max}`);
  return {
    ...named,
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

/** Constant power, current and admittance at 1 per unit of voltage; shunts take their active power as well. */
function readLoads(file: RawCase, columns: Columns, grid: RawGrid, report: ReportBuilder) {
  const loads: NetworkBody['loads'] = [];
  const add = (record: RawRecord, status: string, mw: number): void => {
    const bus = grid.known(record, 'I');
    if (record.integer(status, 1) <= 0 || !grid.inService(bus))
      report.drop('info', 'out_of_service', 'Loads and shunts out of service', record.place(status));
    else if (mw !== 0) loads.push({ bus, values: [mw] });
  };
  for (const record of recordsOf(file, 'LOAD', 'load', columns)) {
    const [power, current, admittance] = ['PL', 'IP', 'YP'].map((column) => record.number(column, 0)) as [
      number,
      number,
      number,
    ];
    if (current !== 0 || admittance !== 0)
      report.change(
        'info',
        'load_model',
        'Loads are what they take at a voltage of 1 per unit',
        record.place('IP'),
      );
    const own = record.integer('DGENM', 0) === 1 ? record.number('DGENP', 0) : 0;
    if (own !== 0)
      report.change(
        'info',
        'own_generation',
        'What a load generates itself is taken off',
        record.place('DGENP'),
      );
    add(record, 'STATUS', power + current + admittance - own);
  }
  for (const record of recordsOf(file, 'FIXED SHUNT', 'shunt', columns))
    add(record, 'STATUS', record.number('GL', 0));
  report.keep('loads', 'Loads, and shunts that take active power', loads.length);
  return loads;
}

function readDcLines(file: RawCase, columns: Columns, grid: RawGrid, report: ReportBuilder) {
  const section = 'TWO-TERMINAL DC';
  const lines = file.sections.get(section) ?? [];
  const record = (line: DataLine | undefined, kind: RecordKind, first: DataLine) =>
    new RawRecord(section, line ?? { line: first.line, fields: [] }, columns[kind]);
  const found: NonNullable<NetworkBody['dc_lines']> = [];
  for (let at = 0; at < lines.length; at += DC_LINES) {
    const first = lines[at];
    if (!first) break;
    const [rectifier, inverter] = [
      record(lines[at + 1], 'converter', first),
      record(lines[at + 2], 'converter', first),
    ];
    found.push(readDcLine(record(first, 'dcLine', first), rectifier, inverter, grid, report));
  }
  report.keep('dc_lines', 'DC lines of two terminals', found.length);
  return found;
}

function noteSections({ sections }: RawCase, report: ReportBuilder): void {
  for (const [section, severity, words] of LEFT_OUT)
    for (const { line } of sections.get(section) ?? [])
      report.drop(severity, section.toLowerCase().replaceAll(/\W+/g, '_'), words, [section, line, '1']);
}
